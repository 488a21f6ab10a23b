import { allAtOnce } from '#core/steps.js';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import { definitionProblems } from '#definitions/core/checks/check-definitions.js';
import type { JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { systemContext } from '#core/context/system-context.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';

const FIELDS = [
  { FieldName: 'Title', FieldType: 'Text' },
  { FieldName: 'Long', FieldType: 'Text', MaxLength: 501 },
  { FieldName: 'Notes', FieldType: 'LongText' },
  { FieldName: 'Extra', FieldType: 'Json' },
  { FieldName: 'Tags', FieldType: 'MultiEnum', Values: ['A'] },
  { FieldName: 'State', FieldType: 'Enum', Values: ['Open', 'Shut'] },
  { FieldName: 'Weight', FieldType: 'Decimal' },
  { FieldName: 'Double', FieldType: 'Computed', ResultType: 'Decimal', Expression: 'Weight * 2' },
  { FieldName: 'Shout', FieldType: 'Computed', ResultType: 'Text', Expression: `Title || '!'` },
  { FieldName: 'ParentId', FieldType: 'Lookup', Target: 'Parcel' },
];

/** Problems of the indexes, as `Kind member[path]| message`. */
function problems(Indexes: readonly object[], indexed: readonly string[] = []): readonly string[] {
  const Fields = FIELDS.map((field) => ({ ...field, Indexed: indexed.includes(field.FieldName) }));
  const entity = readJson(JSON.stringify({ EntityName: 'Parcel', Fields, Indexes })) as JsonObject;
  const definitions = { ...NO_DEFINITIONS, entities: [entity] };
  const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', definitions);
  const ctx = systemContext(catalogue, '00000000-0000-7000-8000-000000000001', new Date(0));
  return allAtOnce(definitionProblems(ctx, definitions)).map(
    ({ entityName, path, fieldName = '', message }) => `${entityName} ${path ?? fieldName}| ${message}`,
  );
}
const index = (Fields: unknown, more: object = {}) => ({ Name: 'A', Fields, ...more });
const on = (...names: readonly string[]) => names.map((FieldName) => ({ FieldName }));
const whereOf = (Operator: string, more: object = {}) => ({
  WhereClause: { Filters: [{ FieldName: 'Weight', Operator, Value: 1, ...more }] },
});

it.each([
  [[index(on('Title'))]],
  [
    [
      index([
        { FieldName: 'title', Direction: 2 },
        { FieldName: 'Weight', Direction: 'asc' },
      ]),
    ],
  ],
  [[index(on('Double', 'CreatedOn', 'OwnerId', 'ParentId', 'Id'))]],
  [[index(on('State'), whereOf('Between', { Value: [1, 2] }))]],
  [[index(on('Weight')), index(on('Weight'), { Name: 'B', ...whereOf('IsNotNULL', { Value: null }) })]],
])('takes %j', (indexes) => {
  expect(problems(indexes)).toEqual([]);
});

it('names all faults of an index at once', () => {
  expect(problems([index([...on('Nmae', 'Extra'), { FieldName: 'Weight', Direction: 0, Order: 1 }, 'x'])])).toEqual([
    `Index Fields[0].FieldName| Parcel, A: Fields[0].FieldName: Parcel has no field 'Nmae'.`,
    'Index Fields[1].FieldName| Parcel, A: Fields[1].FieldName: Extra is Json, which has no order; it cannot be indexed.',
    `Index Fields[2]| Parcel, A: Fields[2]: Unknown member 'Order'. It has FieldName, Direction.`,
    'Index Fields[2].Direction| Parcel, A: Fields[2].Direction: Direction must be 1 (ASC) or 2 (DESC).',
    'Index Fields[3]| Parcel, A: Fields[3]: An object with FieldName, Direction is required.',
  ]);
});

it('compares the name of the entity with the entity', () => {
  expect(problems([index(on('Title'), { EntityName: 'Parcel' })])).toEqual([]);
  expect(problems([index(on('Title'), { EntityName: 'Letter' })])).toEqual([
    'Index EntityName| Parcel, A: EntityName is another than that of EntityId, Parcel.',
  ]);
});

const ALL_33 = Array.from({ length: 33 }, () => ({ FieldName: 'Weight' }));

it.each<[unknown, object, string]>([
  [null, {}, 'Index Fields| Parcel, A: Fields must be an array of {"FieldName", "Direction"?}.'],
  [[], {}, 'Index Fields| Parcel, A: Fields must be an array'],
  ['Title', {}, 'Index Fields| Parcel, A: Fields must be an array'],
  [ALL_33, {}, 'Index Fields| Parcel, A: Fields may have at most 30 items, not 33.'],
  [
    on('Weight', 'weight'),
    {},
    'Index Fields[1].FieldName| Parcel, A: Fields[1].FieldName: Weight is in the index twice.',
  ],
  [
    on('ParentId.Title'),
    {},
    `Index Fields[0].FieldName| Parcel, A: Fields[0].FieldName: 'ParentId.Title' is a field of another`,
  ],
  [on('Tags'), {}, 'Index Fields[0].FieldName| Parcel, A: Fields[0].FieldName: Tags is MultiEnum, which has no order'],
  [
    on('TenantId'),
    {},
    'Index Fields[0].FieldName| Parcel, A: Fields[0].FieldName: TenantId is the same in all records',
  ],
  [on('Notes'), {}, 'Index Fields[0].FieldName| Parcel, A: Fields[0].FieldName: Notes is LongText'],
  [on('Shout'), {}, 'Index Fields[0].FieldName| Parcel, A: Fields[0].FieldName: Shout is a derived text'],
  [on('Long'), {}, 'Index Fields[0].FieldName| Parcel, A: Fields[0].FieldName: Long may have 501 characters'],
  [
    on('Weight'),
    whereOf('LessThan', { Value: 'Today', ValueType: 4 }),
    'Index WhereClause.Filters[0].Value| Parcel, A: WhereClause.Filters[0].Value: A global',
  ],
  [
    on('Weight'),
    whereOf('LessThan', { Value: '@A', ValueType: 2 }),
    'Index WhereClause.Filters[0].Value| Parcel, A: WhereClause.Filters[0].Value: An index has no parameters.',
  ],
  [
    on('Weight'),
    whereOf('ExistsIn'),
    'Index WhereClause.Filters[0].Operator| Parcel, A: WhereClause.Filters[0].Operator: ExistsIn reads',
  ],
  [
    on('Weight'),
    whereOf('Contains', { FieldName: 'Title' }),
    'Index WhereClause.Filters[0].Operator| Parcel, A: WhereClause.Filters[0].Operator: Contains cannot limit',
  ],
  [
    on('Weight'),
    whereOf('EqualTo', { FieldName: 'ParentId.Weight' }),
    'Index WhereClause.Filters[0].FieldName| Parcel, A: WhereClause.Filters[0].FieldName: ParentId.Weight reads',
  ],
  [
    on('State'),
    whereOf('IN', { FieldName: 'State', Value: ['Open'] }),
    'Index WhereClause.Filters[0].Operator| Parcel, A: WhereClause.Filters[0].Operator: IN cannot limit an index by State',
  ],
  [on('Weight'), whereOf('EqualTo', { Value: 'x' }), 'Index WhereClause.Filters[0].Value| Parcel, A: '],
  [on('Weight'), { WhereClause: {} }, 'Index WhereClause| Parcel, A: The clause has no filters'],
])('refuses %j %j', (fields, more, message) => {
  const [first, ...others] = problems([index(fields, more)]);
  expect(first).toContain(message);
  expect(others.filter((other) => !other.includes('twice'))).toEqual([]);
});

it.each([
  ['Extra', 'Field Indexed| Parcel.Extra: Extra is Json, which has no order; it cannot be indexed.'],
  ['Long', 'Field Indexed| Parcel.Long: Long may have 501 characters; a Text can be indexed up to a MaxLength of 500.'],
])('refuses %s with Indexed', (name, message) => {
  expect(problems([], [name])).toEqual([message]);
});

it('refuses an index that is there already, under any name, and the reverse of one', () => {
  expect(problems([index([{ FieldName: 'Weight', Direction: 2 }])], ['Weight'])).toEqual([
    'Index Fields| Parcel, A: Indexed of Weight is the same index, or its reverse.',
    `Field Indexed| Parcel.Weight: Index 'A' is the same index, or its reverse.`,
  ]);
  const twice = [index(on('Title', 'Weight')), index(on('Title', 'Weight'), { Name: 'a' })];
  expect(problems(twice)).toEqual([
    `Index Fields| Parcel, a: Index 'A' is the same index, or its reverse.`,
    `Index Fields| Parcel, A: Index 'a' is the same index, or its reverse.`,
    'Index Name| Two indexes of Parcel are called a.',
  ]);
});

it('limits the bytes of an entry and the number of indexes', () => {
  const fields = [...FIELDS, { FieldName: 'Other', FieldType: 'Text' }];
  expect(fields.length).toBe(FIELDS.length + 1);
  const many = Array.from({ length: 21 }, (_, i) => ({
    Name: `I${i}`,
    Fields: on('Weight'),
    WhereClause: { Filters: [{ FieldName: 'Weight', Operator: 'EqualTo', Value: i }] },
  }));
  expect(problems(many)).toEqual(
    many.map(
      ({ Name }) =>
        `Index Fields| Parcel, ${Name}: Parcel would have 21 indexes; every insert writes all of them, so 20 are allowed.`,
    ),
  );
});
