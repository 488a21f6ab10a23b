import { raw, render } from '#core/sql/sql.js';
import { wantedTable } from '#definitions/core/schema/entity-tables.sql.js';
import type { ExistingColumn, ExistingSchema } from '#definitions/core/schema/existing-schema.js';
import { tableChanges, type Goal } from '#definitions/core/schema/table-changes.sql.js';
import type { WantedTable } from '#definitions/core/schema/wanted-table.js';
import { fixtureCatalogue, fixtureEntity } from '../../../../support/fixture-catalogue.js';
import { allAtOnce } from '#core/steps.js';

const ORDER = wantedTable(fixtureEntity('Order'), { catalogue: fixtureCatalogue });
const CUSTOMER = wantedTable(fixtureEntity('Customer'), { catalogue: fixtureCatalogue });

const goal = (more: Partial<Goal> = {}): Goal => ({
  schema: 'env_test',
  tables: [ORDER],
  retained: { tables: new Map(), columns: new Map(), derived: new Set() },
  conversions: new Map(),
  stale: new Set(),
  remade: new Set(),
  clock: { at: new Date(0), timeZone: 'UTC', userId: 'u' },
  ...more,
});

interface Given {
  readonly columns?: Readonly<Record<string, Partial<ExistingColumn> | undefined>>;
  readonly tableMark?: string;
  readonly objects?: readonly string[];
  readonly immediateKeys?: readonly string[];
}

/** A schema that holds the table as it is wanted, but for what is given. */
function existing({ name, columns, indexes, foreignKeys }: WantedTable, given: Given = {}): ExistingSchema {
  const made = columns.map(
    ({ name: column, type, required }) => [column, { type, required, retainedFor: null }] as const,
  );
  const all = new Map<string, ExistingColumn>(made);
  for (const [column, more] of Object.entries(given.columns ?? {})) {
    if (more === undefined) all.delete(column);
    else all.set(column, { type: 'text', required: false, retainedFor: null, ...all.get(column), ...more });
  }
  const objects = [...indexes, ...foreignKeys].map((object) => object.name);
  return {
    tables: new Map([[name, { columns: all, retainedFor: given.tableMark ?? null }]]),
    objects: new Map([...objects, ...(given.objects ?? [])].map((object) => [object, name])),
    immediateKeys: new Set(given.immediateKeys),
  };
}

function texts(aim: Goal, schema: ExistingSchema): readonly string[] {
  const { removals, shape, rules } = allAtOnce(tableChanges(aim, schema));
  return [...removals, ...shape, ...rules].map((statement) => render(statement).text.replaceAll('"env_test".', ''));
}

it('changes nothing in a matching schema', () => {
  expect(texts(goal(), existing(ORDER))).toEqual([]);
});

it('creates a missing table with all that belongs to it', () => {
  const statements = texts(goal({ tables: [ORDER, CUSTOMER] }), existing(CUSTOMER));
  expect(statements.map((text) => text.slice(0, 14))).toEqual([
    'CREATE TABLE "',
    ...ORDER.indexes.map(() => 'CREATE INDEX "'),
    ...ORDER.foreignKeys.map(() => 'ALTER TABLE "O'),
  ]);
});

it('leaves a search index to be built concurrently, except on a new table', () => {
  const searched = wantedTable(
    { ...fixtureEntity('Order'), searchable: true },
    { catalogue: fixtureCatalogue, trigrams: 'ext' },
  );
  const aim = goal({ tables: [searched] });
  expect(texts(aim, existing(ORDER))).toEqual([]);
  const made = texts(aim, { tables: new Map(), objects: new Map(), immediateKeys: new Set() });
  expect(made.filter((text) => text.includes('USING gin'))).toHaveLength(1);
});

const BURIED = {
  tables: new Map([['Old', 'e1']]),
  columns: new Map([['Order.Gone', 'f1']]),
  derived: new Set<string>(),
};
const taxId = fixtureEntity('Order').fields.get('taxid')!.id;
const NOTE = "'Kept for the deleted definition f1'";

it.each<[string, Partial<Goal>, Given, readonly string[]]>([
  ['a new column', {}, { columns: { Total: undefined } }, ['ALTER TABLE "Order" ADD COLUMN "Total" numeric(18,2)']],
  [
    'a new required column: nulls are looked at before it is required',
    {},
    { columns: { CustomerId: undefined } },
    ['ALTER TABLE "Order" ADD COLUMN "CustomerId" uuid', 'ALTER TABLE "Order" ALTER COLUMN "CustomerId" SET NOT NULL'],
  ],
  [
    'a column that asks for no value any more',
    {},
    { columns: { TaxId: { required: true } } },
    ['ALTER TABLE "Order" ALTER COLUMN "TaxId" DROP NOT NULL'],
  ],
  [
    'an index nothing asks for',
    {},
    { objects: ['Order.X_uq_abcdefg', 'Order.Y_fk_abcdefg', 'Order.Z_someones'] },
    ['ALTER TABLE "Order" DROP CONSTRAINT "Order.Y_fk_abcdefg"', 'DROP INDEX "Order.X_uq_abcdefg"'],
  ],
  [
    'a deleted field: its column stays, out of sight',
    { retained: BURIED },
    { columns: { Gone: { required: true } } },
    ['ALTER TABLE "Order" ALTER COLUMN "Gone" DROP NOT NULL', `COMMENT ON COLUMN "Order"."Gone" IS ${NOTE}`],
  ],
  ['a deleted field that is hidden already', { retained: BURIED }, { columns: { Gone: { retainedFor: 'f1' } } }, []],
  [
    'a purged field: its column goes',
    {},
    { columns: { Gone: { retainedFor: 'f1' } } },
    ['ALTER TABLE "Order" DROP COLUMN "Gone"'],
  ],
  ['an index nothing asks for, which is dropped beside writes', {}, { objects: ['Order.X_ix_abcdefg'] }, []],
  [
    'an index nothing asks for where a column gets another type',
    { conversions: new Map([['Order.TaxId', raw('"TaxId"::bigint')]]) },
    { objects: ['Order.X_ix_abcdefg'] },
    ['DROP INDEX "Order.X_ix_abcdefg"'],
  ],
  ['a column nobody of ours made', {}, { columns: { Stranger: {} } }, []],
  [
    'a restored field',
    {},
    { columns: { TaxId: { retainedFor: taxId } } },
    ['COMMENT ON COLUMN "Order"."TaxId" IS NULL'],
  ],
  ['a restored entity', {}, { tableMark: 'e9' }, ['COMMENT ON TABLE "Order" IS NULL']],
  [
    'a field of the name of a purged one: its values are not those',
    {},
    { columns: { TaxId: { retainedFor: 'f2' } } },
    ['ALTER TABLE "Order" DROP COLUMN "TaxId"', 'ALTER TABLE "Order" ADD COLUMN "TaxId" text COLLATE "C"'],
  ],
  [
    'a deleted field that was derived: nothing is lost',
    { retained: { ...BURIED, derived: new Set(['Order.Sum', 'Order.TaxId']) } },
    { columns: { Sum: {} } },
    ['ALTER TABLE "Order" DROP COLUMN "Sum"'],
  ],
  [
    'a derived column that is made anew',
    { remade: new Set(['Order.TaxId', 'Order.New']) },
    {},
    ['ALTER TABLE "Order" DROP COLUMN "TaxId"', 'ALTER TABLE "Order" ADD COLUMN "TaxId" text COLLATE "C"'],
  ],
  ['nothing where nothing is to be dropped', { retained: undefined }, { columns: { Gone: { retainedFor: 'f1' } } }, []],
  ['another type without a conversion', {}, { columns: { TaxId: { type: 'bigint' } } }, []],
])('plans %s', (_, more, given, expected) => {
  expect(texts(goal(more), existing(ORDER, given))).toEqual(expected);
});

it('lets foreign keys of versions before wait where a write says so', () => {
  const [{ name }] = ORDER.foreignKeys;
  expect(texts(goal(), existing(ORDER, { immediateKeys: [name] }))).toEqual([
    `ALTER TABLE "Order" ALTER CONSTRAINT "${name}" DEFERRABLE`,
  ]);
});

it('keeps the table of a deleted entity until it is purged', () => {
  const hidden = existing(CUSTOMER, {});
  const bare: ExistingSchema = { tables: hidden.tables, objects: new Map(), immediateKeys: new Set() };
  const dead = { tables: new Map([['Customer', 'c1']]), columns: new Map(), derived: new Set<string>() };
  expect(texts(goal({ tables: [], retained: dead }), bare)).toEqual([
    `COMMENT ON TABLE "Customer" IS 'Kept for the deleted definition c1'`,
  ]);
  const marked: ExistingSchema = { ...bare, tables: existing(CUSTOMER, { tableMark: 'c1' }).tables };
  expect(texts(goal({ tables: [], retained: dead }), marked)).toEqual([]);
  expect(texts(goal({ tables: [] }), marked)).toEqual(['DROP TABLE "Customer"']);
});
