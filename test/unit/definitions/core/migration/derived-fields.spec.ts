import { Definition } from '#core/catalogue/definition.js';
import type { Field } from '#core/catalogue/field.js';
import type { JsonObject } from '#core/json/json.js';
import { type ChangedField, changedFields, type SchemaChange } from '#definitions/core/migration/changed-fields.js';
import { changedValues, remadeFields } from '#definitions/core/migration/derived-fields.js';
import { bill, ctx, line } from '../../../records/core/rollups/bills.js';
import { allAtOnce } from '#core/steps.js';

const { catalogue } = ctx;
const change = (
  entityName: string,
  id: string,
  old: JsonObject,
  operation = 'Update',
  now: JsonObject = {},
): SchemaChange => {
  return { entityName, operation, id, old: new Definition(old), new: new Definition(now) };
};
const fieldsOf = (each: SchemaChange): readonly ChangedField[] =>
  allAtOnce(changedFields(catalogue.entities.values(), [each]));
const idOf = ({ fields }: typeof bill, name: string): string => fields.get(name.toLowerCase())!.id;
const names = (fields: ReadonlySet<Field>): readonly string[] =>
  [...fields].map(({ entityName, name }) => `${entityName}.${name}`);

it.each<[string, SchemaChange, readonly string[]]>([
  ['an expression changes', change('Field', idOf(line, 'Amount'), { Expression: 'Quantity' }), ['Line.Amount']],
  ['a description changes', change('Field', idOf(line, 'Amount'), { Description: 'x' }), []],
  ['a rollup looks elsewhere', change('Field', idOf(bill, 'Few'), { WhereClause: null }), []],
  ['a rollup is new', change('Field', idOf(bill, 'Total'), {}, 'Create'), ['Bill.Total', 'Bill.Gross']],
])('recreates columns where %s', (_, each, expected) => {
  const remade = allAtOnce(remadeFields(catalogue.entities.values(), fieldsOf(each), () => false));
  expect(names(remade).toSorted()).toEqual([...expected].toSorted());
});

it('recreates columns with those they read, and where their type changes', () => {
  const remade = (name: string) =>
    names(allAtOnce(remadeFields(catalogue.entities.values(), [], (_, field) => field.name === name)));
  expect(remade('Quantity')).toEqual(['Line.Amount']);
  expect(remade('Total')).toEqual(['Bill.Total', 'Bill.Gross']);
});

it.each<[string, SchemaChange, readonly string[]]>([
  ['where a rollup looks elsewhere', change('Field', idOf(bill, 'Few'), { WhereClause: null }), ['Bill.Few']],
  [
    'where values compare otherwise',
    change('Field', idOf(line, 'Quantity'), { CaseInsensitive: false }),
    ['Line.Quantity'],
  ],
  ['but not with a text for people', change('Field', idOf(bill, 'Few'), { Description: 'x' }), []],
  ['where a relation has another lookup', change('Relation', 'r', { ChildField: 'X' }), ['Bill.Total', 'Bill.Few']],
  ['but not where a relation deletes otherwise', change('Relation', 'r', { OnDelete: 'Restrict' }), []],
  [
    'where a relation of that name is new',
    change('Relation', 'r', {}, 'Create', { Name: 'lines' }),
    ['Bill.Total', 'Bill.Few'],
  ],
  ['but not where another one is', change('Relation', 'r', {}, 'Create', { Name: 'Others' }), []],
  ['but not with a status that no rollup looks at', change('Status', 's', { Name: 'Open' }), []],
])('finds that values change %s', (_, each, expected) => {
  expect(names(allAtOnce(changedValues(catalogue, fieldsOf(each), [each])))).toEqual(expected);
});
