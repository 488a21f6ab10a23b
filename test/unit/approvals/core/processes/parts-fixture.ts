import { buildCatalogue } from '#core/compile/build-catalogue.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import type { Scope } from '#core/catalogue/scope.js';
import { field, relation } from '../../../../support/definition-builders.js';
import { fixtureCatalogue, fixtureContext } from '../../../../support/fixture-catalogue.js';

const lookup = (name: string, Target: string): JsonObject => field(name, 'Lookup', { Target });
const entities: readonly JsonObject[] = [
  { EntityName: 'Offer', AllowSoftDelete: true, Fields: [field('Name', 'Text')] },
  { EntityName: 'Item', OwnerFrom: 'OfferId', Fields: [lookup('OfferId', 'Offer')] },
  { EntityName: 'Remark', Fields: [lookup('ItemId', 'Item')] },
  { EntityName: 'Viewing', Fields: [lookup('OfferId', 'Offer')] },
  { EntityName: 'Topic', Fields: [lookup('ParentId', 'Topic')] },
];

/** Offers and topics; those of the named entities are approved. */
export const approvalCatalogue = (...approved: readonly string[]): Catalogue =>
  buildCatalogue(fixtureCatalogue.environment, '1', {
    entities,
    relations: [
      relation('OfferItems', 'Offer', 'Item', 'OfferId', 'Cascade'),
      relation('ItemRemarks', 'Item', 'Remark', 'ItemId', 'Cascade'),
      relation('OfferViewings', 'Offer', 'Viewing', 'OfferId', 'Restrict'),
      relation('TopicTopics', 'Topic', 'Topic', 'ParentId', 'Cascade'),
    ],
    lifecycles: [],
    workflows: [],
    triggers: [],
    approvalProcesses: approved.map((EntityName) => ({ Name: EntityName, EntityName, IsActive: false })),
    roles: [],
    roleAccess: [],
    teams: [],
  });

/** A caller with these read scopes; without any an Administrator. */
export const approvalContext = (
  approved: readonly string[],
  readScopes?: Readonly<Record<string, Scope>>,
): RequestContext => ({ ...fixtureContext(readScopes), catalogue: approvalCatalogue(...approved) });
