import type { Catalogue } from './catalogue.js';
import type { JsonObject } from '#core/json/json.js';
import {
  dateTimeField,
  entity,
  flagField,
  IMMUTABLE,
  lookupField,
  UNCHECKED,
  UNCONSTRAINED,
  uuidField,
} from './entity-builders.js';
import { NO_ACCESS, type EntityAccess } from './scope.js';

/** Entity of the shares of single records. */
export const RECORD_SHARE = 'RecordShare';

/**
 * Records that are shared with a user, a team or a role, until a time. `RecordId` is the RecordInformationId of the record;
 * the owner is who gave the share.
 */
export const SHARE_ENTITIES: readonly JsonObject[] = [
  entity(
    RECORD_SHARE,
    'business',
    [
      uuidField('RecordId', IMMUTABLE),
      lookupField('UserId', 'User', UNCONSTRAINED),
      lookupField('TeamId', 'Team', UNCONSTRAINED),
      lookupField('RoleId', 'Role', UNCHECKED),
      flagField('Read', true),
      flagField('Update', false),
      dateTimeField('Until'),
    ],
    { SystemIndexes: ['RecordId', 'UserId', 'TeamId', 'RoleId'].map((name) => ({ Fields: [name] })) },
  ),
];

/** Tells whether an entity allows shares: without one there are none to read. */
export const hasShares = ({ entities }: Pick<Catalogue, 'entities'>): boolean =>
  [...entities.values()].some(({ allowShares }) => allowShares === true);

/** Access of every member to shares, where an entity allows them: a hook checks what is given. */
export const SHARE_ACCESS: EntityAccess = { ...NO_ACCESS, create: 'Own', read: 'Own', update: 'Own', delete: 'Own' };
