import type { JsonObject } from '../json/json.js';
import { choice, entity, flag, int, json, longText, partOf, REQUIRED, text, UNIQUE } from './definition-forms.js';

/** Queries, views, lists and database objects: stored, and run by the query capabilities as they arrive. */
export const QUERY_ENTITIES: readonly JsonObject[] = [
  entity(
    'SavedQuery',
    'definition',
    [
      text('Name', REQUIRED),
      text('EntityName', REQUIRED),
      ...['Parameters', 'SelectedFields', 'WhereClause', 'Sort', 'GroupBy', 'Aggregates', 'Having', 'Includes'].map(
        json,
      ),
      flag('Distinct', false),
    ],
    { UniqueKeys: [['EntityName', 'Name']] },
  ),
  entity(
    'SavedView',
    'definition',
    [
      partOf('SavedQueryId', 'SavedQuery', 'Views'),
      text('Name', REQUIRED),
      ...['SelectedFields', 'WhereClause', 'Sort'].map(json),
      choice('Visibility', ['Private', 'All'], { Required: true, Default: 'All' }),
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
