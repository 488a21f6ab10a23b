import type { JsonObject } from '#core/json/json.js';
import {
  choiceField,
  entity,
  flagField,
  intField,
  jsonField,
  labelFields,
  longTextField,
  lookupField,
  partOf,
  nameField,
  textField,
  UNIQUE,
} from './entity-builders.js';

/** A name that is part of a composite unique key. */
const NAME = { Required: true, CaseInsensitive: true };

/** Queries are called by a path with their name, of which `.` and `..` are removed as steps between folders. */
const IN_PATHS: JsonObject = {
  Name: 'InPaths',
  FieldName: 'Name',
  Message: "A query cannot be called '.' or '..', because paths cannot have its name.",
  WhereClause: { Filters: [{ FieldName: 'Name', Operator: 'NOTIN', Value: ['.', '..'] }] },
};

/** Saved queries, views, lists and database routines. */
export const QUERY_ENTITIES: readonly JsonObject[] = [
  entity(
    'SavedQuery',
    'definition',
    [
      nameField('Name', NAME),
      nameField('EntityName', NAME),
      ...['Parameters', 'SelectedFields', 'WhereClause', 'Sort', 'GroupBy', 'Aggregates', 'Having', 'Includes'].map(
        (name) => jsonField(name),
      ),
      textField('GlobalSearch'),
      ...['Distinct', 'LoadLookUpValues', 'LoadChildren', 'LoadRecordInfo', 'NullSafeNegation'].map((name) =>
        flagField(name, false),
      ),
      ...labelFields(),
    ],
    { UniqueKeys: [['EntityName', 'Name']], Rules: [IN_PATHS] },
  ),
  entity(
    'SavedView',
    'definition',
    [
      partOf('SavedQueryId', 'SavedQuery', 'Views'),
      nameField('Name', NAME),
      ...['SelectedFields', 'WhereClause', 'Sort'].map((name) => jsonField(name)),
      choiceField('Visibility', ['Private', 'Role', 'All'], { Required: true, Default: 'All' }),
      lookupField('RoleId', 'Role'),
    ],
    { UniqueKeys: [['SavedQueryId', 'OwnerId', 'Name']] },
  ),
  entity('List', 'definition', [
    nameField('Name', UNIQUE),
    ...['EntityName', 'ValueField', 'TextField', 'ParentField'].map((name) => nameField(name)),
    ...['WhereClause', 'Sort', 'Values'].map((name) => jsonField(name)),
  ]),
  entity(
    'DatabaseObject',
    'definition',
    [
      nameField('ObjectName', UNIQUE),
      intField('ObjectType', { Required: true, Min: '1', Max: '3' }),
      jsonField('Parameters'),
      textField('ReturnType'),
      jsonField('Returns'),
      flagField('AllowWrites', false),
      flagField('ReadsProtected', false),
      nameField('RequiredPermission'),
      longTextField('Description'),
      longTextField('Definition'),
    ],
    { DisplayField: 'ObjectName' },
  ),
];
