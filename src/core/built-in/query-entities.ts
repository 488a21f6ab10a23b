import type { JsonObject } from '../json/json.js';
import { choice, entity, flag, int, json, longText, lookup, partOf, text, UNIQUE } from './definition-forms.js';

/** A name that is unique beside another one. */
const NAME = { Required: true, CaseInsensitive: true };

/** Queries, views, lists and database objects: stored, and run by the query capabilities as they arrive. */
export const QUERY_ENTITIES: readonly JsonObject[] = [
  entity(
    'SavedQuery',
    'definition',
    [
      text('Name', NAME),
      text('EntityName', NAME),
      ...['Parameters', 'SelectedFields', 'WhereClause', 'Sort', 'GroupBy', 'Aggregates', 'Having', 'Includes'].map(
        json,
      ),
      text('GlobalSearch'),
      ...['Distinct', 'LoadLookUpValues', 'LoadChildren', 'LoadRecordInfo', 'NullSafeNegation'].map((name) =>
        flag(name, false),
      ),
    ],
    { UniqueKeys: [['EntityName', 'Name']] },
  ),
  entity(
    'SavedView',
    'definition',
    [
      partOf('SavedQueryId', 'SavedQuery', 'Views'),
      text('Name', NAME),
      ...['SelectedFields', 'WhereClause', 'Sort'].map(json),
      choice('Visibility', ['Private', 'Role', 'All'], { Required: true, Default: 'All' }),
      lookup('RoleId', 'Role'),
    ],
    { UniqueKeys: [['SavedQueryId', 'Name']] },
  ),
  entity('List', 'definition', [
    text('Name', UNIQUE),
    ...['EntityName', 'ValueField', 'TextField', 'ParentField'].map((name) => text(name)),
    ...['WhereClause', 'Sort', 'Values'].map(json),
  ]),
  entity(
    'DatabaseObject',
    'definition',
    [
      text('ObjectName', UNIQUE),
      int('ObjectType', { Required: true, Min: '1', Max: '3' }),
      json('Parameters'),
      text('ReturnType'),
      json('Returns'),
      flag('AllowWrites', false),
      text('RequiredPermission'),
      longText('Description'),
      longText('Definition'),
    ],
    { DisplayField: 'ObjectName' },
  ),
];
