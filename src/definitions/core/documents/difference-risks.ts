import { CLAUSE_OF, FIELD_READS } from '#core/catalogue/scope.js';
import type { JsonValue } from '#core/json/json.js';
import type { DefinitionDifference, DifferenceAction } from './definition-difference.js';
import type { EnvironmentDefinitions } from './environment-definitions.js';

/** Risk of a change for stored records. */
export interface Risk {
  /** Effect on the records, as a sentence. */
  readonly message: string;
  /** Entity of the environment whose records are concerned; absent: records of any. */
  readonly entityName?: string;
}

/** A change as the rules on risks read it. */
interface Change extends DefinitionDifference {
  /** Tells whether one of these members changes. */
  has(...members: readonly string[]): boolean;
  /** Returns the text of a field after the change; empty for no text. */
  text(field: string): string;
}

/** A risk, and the changes that have it. */
interface Rule {
  readonly kind: string;
  readonly action: DifferenceAction;
  readonly applies?: (change: Change) => boolean;
  readonly message: string;
}

const isDerived = ({ text }: Change): boolean => ['Computed', 'Rollup'].includes(text('FieldType'));

const hasComputed = (change: Change): boolean =>
  isDerived(change) &&
  change.has('Expression', 'ResultType', 'Relation', 'Function', 'AggregateField', 'WhereClause', 'FieldType', 'Scale');

const rankOf = (values: DefinitionDifference['values'] | undefined): number =>
  FIELD_READS.findIndex((read) => read === (values?.get('Read') ?? 'None'));

/** Tells whether a right to a protected field becomes wider. */
const isWider = ({ values, old, has }: Change): boolean => {
  const [readBefore, readAfter] = [rankOf(old?.values), rankOf(values)];
  return readAfter > readBefore || (has('Write') && values.get('Write') === true);
};

type Effect = 'Widens' | 'Narrows' | 'Unknown';

/** Effect of changed clauses on the rows of a role; two clauses cannot be compared. */
function effectOn({ has, values, old }: Change): Effect | undefined {
  const effects = Object.values(CLAUSE_OF).flatMap((member): readonly Effect[] => {
    if (!has(member)) return [];
    const [before, after] = [old?.values, values].map((each) => each?.get(member) ?? null);
    return [before === null ? 'Narrows' : after === null ? 'Widens' : 'Unknown'];
  });
  return new Set(effects).size > 1 ? 'Unknown' : effects[0];
}

const rowsRule = (effect: Effect, message: string): Rule => ({
  kind: 'RoleAccess',
  action: 'Update',
  applies: (change) => effectOn(change) === effect,
  message: `${effect}: ${message}`,
});

/** A routine may use all entities. */
const ROUTINE = 'DatabaseObject';
const COMPUTED = 'The values of all records are computed; writers wait meanwhile.';

/** Rules in order of precedence; a change without one does not touch stored records. */
const RULES: readonly Rule[] = [
  rowsRule('Widens', 'the role covers records that its clause left out.'),
  rowsRule('Narrows', 'the role covers only records that meet its clause.'),
  rowsRule('Unknown', 'the role covers other records than before.'),
  { kind: 'Entity', action: 'Delete', message: 'The entity goes; this is refused while it has records.' },
  {
    kind: 'Entity',
    action: 'Update',
    applies: ({ has }) => has('UniqueKeys'),
    message: 'Stored values must be unique; writers wait meanwhile.',
  },
  {
    kind: 'Entity',
    action: 'Update',
    applies: ({ has }) => has('AllowSoftDelete'),
    message: 'Deletes mark records, or remove them, from now on.',
  },
  { kind: 'FieldAccess', action: 'Create', message: 'Widens: the role sees values of the field, or writes them.' },
  {
    kind: 'FieldAccess',
    action: 'Update',
    applies: isWider,
    message: 'Widens: the role sees more of the field, or writes it.',
  },
  { kind: 'FieldAccess', action: 'Update', message: 'Narrows: the role sees less of the field, or writes it no more.' },
  { kind: 'FieldAccess', action: 'Delete', message: 'Narrows: the role sees less of the field, or writes it no more.' },
  {
    kind: 'Field',
    action: 'Update',
    applies: ({ has, text }) => has('Protection') && ['', 'None'].includes(text('Protection')),
    message: 'Widens: whoever reads the records sees the values of the field.',
  },
  {
    kind: 'Field',
    action: 'Update',
    applies: ({ has }) => has('Protection', 'Mask'),
    message: 'Narrows: roles without a FieldAccess see less of the field, and cannot filter or sort by it.',
  },
  {
    kind: 'Field',
    action: 'Delete',
    applies: isDerived,
    message: 'The column is dropped; its values come back with the definition.',
  },
  {
    kind: 'Field',
    action: 'Delete',
    message: 'The field and its values disappear; the column stays until the field is purged.',
  },
  { kind: 'Field', action: 'Create', applies: isDerived, message: COMPUTED },
  {
    kind: 'Field',
    action: 'Create',
    applies: ({ values }) => values.get('Required') === true,
    message: 'All records take the default; without one this is refused if there are records.',
  },
  { kind: 'Field', action: 'Update', applies: hasComputed, message: COMPUTED },
  {
    kind: 'Field',
    action: 'Update',
    applies: (change) => !isDerived(change) && change.has('FieldType', 'Precision', 'Scale', 'Target'),
    message: 'Stored values are converted; the table is locked, and rewritten where its column changes.',
  },
  {
    kind: 'Field',
    action: 'Update',
    applies: ({ has }) =>
      has('Required', 'Unique', 'CaseInsensitive', 'MinLength', 'MaxLength', 'Regex', 'Format', 'Min', 'Max', 'Values'),
    message: 'Stored values are checked; writers wait meanwhile.',
  },
  {
    kind: 'Relation',
    action: 'Update',
    applies: ({ has }) => has('OnDelete'),
    message: 'Deletes of the parent affect children in another way.',
  },
  ...(['Create', 'Update'] as const).map((action) => ({
    kind: ROUTINE,
    action,
    applies: ({ has, values }: Change) => has('ReadsProtected') && values.get('ReadsProtected') === true,
    message: 'Widens: whoever may execute the routine gets values of protected fields.',
  })),
  { kind: 'Index', action: 'Create', message: 'The index is built beside writes, which are slower meanwhile.' },
  { kind: 'Index', action: 'Update', message: 'The index is built anew beside writes, which are slower meanwhile.' },
  { kind: 'Index', action: 'Delete', message: 'Queries that the index serves become slow.' },
  { kind: 'Lifecycle', action: 'Create', message: 'Records without a status take the initial one.' },
  {
    kind: 'Lifecycle',
    action: 'Update',
    applies: ({ has }) => has('IsActive'),
    message: 'Records without a status take the initial one, or new records have none any more.',
  },
  { kind: 'Lifecycle', action: 'Delete', message: 'This is refused while records have one of its statuses.' },
  { kind: 'Status', action: 'Delete', message: 'This is refused while records have the status.' },
];

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** Names the entity whose records a definition is about, by the kind of definition. Others are parts of the entity. */
const CONCERNED: Readonly<Record<string, (change: Change, stored: EnvironmentDefinitions) => string>> = {
  Entity: ({ id }, stored) => stored.nameOf('Entity', id),
  Relation: ({ text }, stored) => stored.nameOf('Entity', text('ChildEntityId')),
  Lifecycle: ({ text }) => text('EntityName'),
  FieldAccess: ({ text }) => text('EntityName'),
  RoleAccess: ({ text }) => text('EntityName'),
  Status: ({ parentId = '' }, stored) => textOf(stored.find('Lifecycle', parentId)?.values.get('EntityName')),
};

/** Returns the risk of a change for stored records, of an entity that the environment has already. */
export function riskOf(difference: DefinitionDifference, stored: EnvironmentDefinitions): Risk | undefined {
  const { kind, action, members, values, old, parentId } = difference;
  const change: Change = {
    ...difference,
    has: (...names) => names.some((name) => members.includes(name)),
    text: (field) => textOf(values.get(field) ?? old?.values.get(field)),
  };
  const rule = RULES.find(
    (each) => each.kind === kind.entity && each.action === action && (each.applies?.(change) ?? true),
  );
  if (kind.entity === ROUTINE) return rule && { message: rule.message };
  const name = CONCERNED[kind.entity]?.(change, stored) ?? stored.nameOf('Entity', parentId);
  return rule && name !== '' ? { message: rule.message, entityName: name } : undefined;
}
