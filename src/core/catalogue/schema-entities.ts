import { FIELD_TYPES } from './field.js';
import type { JsonObject } from '#core/json/json.js';
import {
  choiceField,
  entity,
  flagField,
  intField,
  jsonField,
  longTextField,
  lookupField,
  nameOfEntity,
  partOf,
  READ_ONLY,
  REQUIRED,
  nameField,
  textField,
  UNIQUE,
} from './entity-builders.js';

/** States of an index beside the records that it serves. */
const INDEX_STATES = ['Building', 'Ready', 'Failed'] as const;

/** Entities, fields, rules, hooks, indexes and relations, which define the tables. */
export const SCHEMA_ENTITIES: readonly JsonObject[] = [
  entity(
    'Entity',
    'definition',
    [
      nameField('EntityName', { ...UNIQUE, Immutable: true }),
      nameField('DisplayField'),
      flagField('AllowSoftDelete', false),
      flagField('MembersRestore', false),
      flagField('Searchable', false),
      nameField('OwnerFrom'),
      jsonField('UniqueKeys'),
      flagField('IsSystem', false),
      longTextField('Description'),
    ],
    { DisplayField: 'EntityName', AllowSoftDelete: true },
  ),
  entity(
    'Field',
    'definition',
    [
      partOf('EntityId', 'Entity', 'Fields'),
      nameField('FieldName', { Required: true, Immutable: true }),
      choiceField('FieldType', FIELD_TYPES, REQUIRED),
      intField('Sequence'),
      ...['Required', 'Unique', 'Indexed', 'ReadOnly', 'Immutable', 'CaseInsensitive'].map((name) =>
        flagField(name, false),
      ),
      jsonField('Default'),
      ...['MinLength', 'MaxLength', 'Precision', 'Scale'].map((name) => intField(name)),
      ...['Regex', 'Min', 'Max', 'Pattern', 'ResultType', 'AggregateField'].map((name) => textField(name)),
      choiceField('Format', ['Email', 'Url', 'Phone']),
      jsonField('Values'),
      lookupField('TargetId', 'Entity'),
      longTextField('Expression'),
      lookupField('RelationId', 'Relation'),
      choiceField('Function', ['Count', 'Sum', 'Avg', 'Min', 'Max']),
      jsonField('WhereClause'),
      choiceField('IndexState', INDEX_STATES, READ_ONLY),
      textField('IndexError', READ_ONLY),
      longTextField('Description'),
    ],
    { DisplayField: 'FieldName', UniqueKeys: [['EntityId', 'FieldName']], AllowSoftDelete: true },
  ),
  entity(
    'Rule',
    'definition',
    [
      partOf('EntityId', 'Entity', 'Rules'),
      nameField('Name', REQUIRED),
      jsonField('WhereClause'),
      textField('Message', REQUIRED),
      nameField('FieldName'),
      intField('Sequence'),
    ],
    { AllowSoftDelete: true },
  ),
  entity(
    'Hook',
    'definition',
    [
      partOf('EntityId', 'Entity', 'Hooks'),
      nameField('Name', REQUIRED),
      jsonField('Events'),
      jsonField('RejectWhen'),
      textField('Message'),
      nameField('FieldName'),
      nameField('Handler'),
      intField('Sequence'),
      longTextField('Description'),
    ],
    { AllowSoftDelete: true },
  ),
  entity(
    'Index',
    'definition',
    [
      partOf('EntityId', 'Entity', 'Indexes'),
      nameOfEntity('EntityId'),
      nameField('Name', REQUIRED),
      jsonField('Fields', REQUIRED),
      jsonField('WhereClause'),
      choiceField('State', INDEX_STATES, { ...READ_ONLY, Required: true, Default: 'Building' }),
      textField('Error', READ_ONLY),
      longTextField('Description'),
    ],
    { DisplayField: 'Name', UniqueKeys: [['EntityId', 'Name']], AllowSoftDelete: true },
  ),
  entity('Relation', 'definition', [
    nameField('Name', UNIQUE),
    lookupField('ParentEntityId', 'Entity', REQUIRED),
    lookupField('ChildEntityId', 'Entity', REQUIRED),
    nameField('ChildField', REQUIRED),
    choiceField('OnDelete', ['Restrict', 'Cascade', 'SetNull'], { Required: true, Default: 'Restrict' }),
  ]),
];
