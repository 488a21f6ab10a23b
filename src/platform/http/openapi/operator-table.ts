import { arityOf, OPERATORS, OPERATORS_OF, type Arity, type OperatorName } from '#core/fields/operators.js';
import type { Family } from '#core/fields/value-type.js';

/** Field types by family; computed and rollup fields have the type of their result. */
const FIELD_TYPES: Readonly<Record<Family, string>> = {
  text: 'Text, LongText, AutoNumber',
  number: 'Int, Decimal',
  time: 'Date, DateTime',
  enum: 'Enum',
  id: 'Uuid, Lookup',
  bool: 'Bool',
  set: 'MultiEnum',
  json: 'Json',
};

const OPERANDS: Readonly<Record<Arity, string>> = {
  none: 'ignored',
  one: 'one',
  two: 'two, inclusive',
  many: 'an array, or text with commas',
  rows: '`{EntityName, FieldName, WhereClause?}`',
};

/** Table of the operators in Markdown: number, name, content of `Value`, and field types. */
export function operatorTable(): string {
  const rows = (Object.keys(OPERATORS) as OperatorName[]).map(
    (name) => `| ${OPERATORS[name]} | ${name} | ${OPERANDS[arityOf(name)]} | ${fieldTypesOf(name)} |`,
  );
  return ['| Operator | Name | Value | Field types |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function fieldTypesOf(name: OperatorName): string {
  const families = (Object.keys(FIELD_TYPES) as Family[]).filter((family) => OPERATORS_OF[family].has(name));
  if (families.length === Object.keys(FIELD_TYPES).length) return 'all';
  return families.map((family) => FIELD_TYPES[family]).join(', ');
}
