import { step } from '../batch/steps.js';
import { StockApp } from '../../../support/stock-fixture.js';
import { type Answer, byId, type Caller, match, type Row } from '../../../support/test-app.js';

/** Two values of the fields of a key, which are required, by the members of each field. */
interface Swapped {
  readonly title: string;
  readonly fields: Readonly<Record<string, Row>>;
  /** A value for each of two records; `crate` and `other` are Ids of crates. */
  readonly values: readonly [Row, Row];
  /** Fields that the swap assigns; absent: all. */
  readonly assigned?: readonly string[];
}

const LOOKUP = { FieldType: 'Lookup', Target: 'Crate' };
const BOOL = { FieldType: 'Bool' };
const two = (a: unknown, b: unknown): readonly [Row, Row] => [{ A: a }, { A: b }];

const SWAPS: readonly Swapped[] = [
  { title: 'Int with a range', fields: { A: { FieldType: 'Int', Min: '0', Max: '9' } }, values: two(1, 2) },
  { title: 'Text with a pattern', fields: { A: { FieldType: 'Text', Regex: '^[a-z]$' } }, values: two('x', 'y') },
  { title: 'Decimal', fields: { A: { FieldType: 'Decimal' } }, values: two(1.5, 2.5) },
  {
    title: 'Decimal of one digit',
    fields: { A: { FieldType: 'Decimal', Precision: 1, Scale: 0, Min: '0' } },
    values: two(1, 2),
  },
  { title: 'Date', fields: { A: { FieldType: 'Date' } }, values: two('2024-01-01', '2024-01-02') },
  {
    title: 'DateTime',
    fields: { A: { FieldType: 'DateTime' } },
    values: two('2024-01-01T00:00:00.123Z', '2024-01-02T00:00:00Z'),
  },
  {
    title: 'Uuid',
    fields: { A: { FieldType: 'Uuid' } },
    values: two('0d4e5b0e-9c5b-4a7e-8b0c-000000000001', '0d4e5b0e-9c5b-4a7e-8b0c-000000000002'),
  },
  { title: 'Enum', fields: { A: { FieldType: 'Enum', Values: ['p', 'q'] } }, values: two('p', 'q') },
  { title: 'Lookup', fields: { A: LOOKUP }, values: two('crate', 'other') },
  { title: 'optional Bool', fields: { A: { ...BOOL, Required: false } }, values: two(true, false) },
  {
    title: 'two Lookups, one of which is assigned',
    fields: { A: LOOKUP, B: LOOKUP },
    values: [
      { A: 'crate', B: 'crate' },
      { A: 'crate', B: 'other' },
    ],
    assigned: ['B'],
  },
  {
    title: 'Lookup and Bool, which is assigned',
    fields: { A: LOOKUP, B: BOOL },
    values: [
      { A: 'crate', B: true },
      { A: 'crate', B: false },
    ],
    assigned: ['B'],
  },
  {
    title: 'Lookup, which is assigned, and Int',
    fields: { A: LOOKUP, B: { FieldType: 'Int' } },
    values: [
      { A: 'crate', B: 1 },
      { A: 'other', B: 1 },
    ],
    assigned: ['A'],
  },
  {
    title: 'MultiEnum and Bool',
    fields: { A: { FieldType: 'MultiEnum', Values: ['p', 'q'] }, B: BOOL },
    values: [
      { A: ['p'], B: true },
      { A: ['p', 'q'], B: true },
    ],
  },
];

// See docs/interface/records.md#unique-rules
describe('a batch swaps values of a unique rule of', () => {
  let stock: StockApp;
  let root: Caller;
  let crates: Readonly<Record<string, string>>;
  beforeAll(async () => {
    stock = await StockApp.open();
    root = stock.as('root');
    const crate = (): Promise<string> => root.inserted('Crate', { Code: stock.newCode() });
    crates = { crate: await crate(), other: await crate() };
  });
  afterAll(() => stock.close());

  const named = (values: Row): Row =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, crates[String(value)] ?? value]));
  const batch = (...Steps: readonly object[]): Promise<Answer> =>
    root.send('POST', '/records/batch', { Mode: 'Atomic', Steps });
  const update = (entity: string, id: string, fields: Row): object =>
    step('Update', entity, fields, { WhereClause: byId(id) });

  /** An entity with the fields and a unique rule over them, and a record for each value. */
  async function made(EntityName: string, { fields, values }: Swapped): Promise<readonly [string, string]> {
    const Field = Object.entries(fields).map(([FieldName, { Target, ...field }]) => ({
      FieldName,
      Required: true,
      ...field,
      ...(Target !== undefined && { TargetId: { Match: { FieldName: 'EntityName', Value: Target } } }),
    }));
    await root.inserted('Entity', { EntityName, AllowSoftDelete: true, UniqueKeys: [Object.keys(fields)], Field });
    return [await root.inserted(EntityName, named(values[0])), await root.inserted(EntityName, named(values[1]))];
  }

  it('a record for which a later step has another value', async () => {
    const fields = { A: { FieldType: 'Int' } };
    const [a, b] = await made('Later', { title: '', fields, values: two(1, 2) });
    const answer = await batch(
      update('Later', a, { A: 2 }),
      update('Later', a, { A: 3 }),
      update('Later', b, { A: 1 }),
      update('Later', a, { A: 1 }),
      update('Later', b, { A: 2 }),
      update('Later', a, { A: 4 }),
    );
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
    expect([await root.row('Later', a), await root.row('Later', b)]).toMatchObject([{ A: 4 }, { A: 2 }]);
  });

  it('children of two relations, of which the first creates what the second frees', async () => {
    const Target = { Match: { FieldName: 'EntityName', Value: 'Crate' } };
    const lookups = ['FrontId', 'BackId'].map((FieldName) => ({ FieldName, FieldType: 'Lookup', TargetId: Target }));
    const Field = [{ FieldName: 'A', FieldType: 'Int', Unique: true }, ...lookups];
    const ChildEntityId = await root.inserted('Entity', { EntityName: 'Side', Field });
    for (const name of ['Front', 'Back'])
      await root.inserted('Relation', { Name: name, ParentEntityId: Target, ChildEntityId, ChildField: `${name}Id` });
    const id = await root.inserted('Side', { A: 1, BackId: crates.crate });
    const children = { Front: { Create: [{ A: 1 }] }, Back: { Update: [{ Id: id, A: 2 }] } };
    const { status, body } = await root.update('Crate', children, byId(crates.crate));
    expect([status, body.Errors]).toEqual([200, []]);
    const rows = (await root.select('Side')).body.Result as readonly Row[];
    expect(rows.map(({ A, FrontId }) => [A, FrontId])).toEqual([
      [2, null],
      [1, crates.crate],
    ]);
  });

  it('Lookups of which two callers swap at once, beside an insert', async () => {
    const lookup = { title: '', fields: { A: LOOKUP }, values: two('crate', 'other') };
    const [a, b] = await made('Raced', lookup);
    const free = await root.inserted('Crate', { Code: stock.newCode() });
    const swap = (one: string, other: string): Promise<Answer> =>
      batch(update('Raced', one, named({ A: 'other' })), update('Raced', other, named({ A: 'crate' })));
    const answers = await Promise.all([
      swap(a, b),
      swap(a, b),
      swap(b, a),
      ...['crate', 'other', free].map((A) => root.insert('Raced', named({ A }))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 409, 200]);
    const rows = (await root.select('Raced')).body.Result as readonly Row[];
    expect(new Set(rows.map(({ A }) => A))).toEqual(new Set([crates.crate, crates.other, free]));
    expect(rows).toHaveLength(3);
  });

  it('Lookups whose foreign key a version before has made, once the definitions are completed', async () => {
    const [a, b] = await made('Older', { title: '', fields: { A: LOOKUP }, values: two('crate', 'other') });
    const keys = async (): Promise<readonly { readonly name: string; readonly waits: boolean }[]> =>
      stock.app.query('SELECT conname AS name, condeferrable AS waits FROM pg_constraint WHERE conname LIKE $1', [
        'Older.A_fk_%',
      ]);
    const [{ name }] = await keys();
    await stock.app.query(
      `ALTER TABLE "${await stock.schema()}"."Older" ALTER CONSTRAINT "${name}" NOT DEFERRABLE INITIALLY IMMEDIATE`,
    );
    const EntityId = match('EntityName', 'Older');
    await root.inserted('Field', { EntityId, FieldName: 'Newer', FieldType: 'Int' });
    expect(await keys()).toEqual([{ name, waits: true }]);
    const { status } = await batch(
      update('Older', a, named({ A: 'other' })),
      update('Older', b, named({ A: 'crate' })),
    );
    expect(status).toBe(200);
  });

  it('a Lookup whose target a later step deletes, not', async () => {
    const [a, b] = await made('Gone', { title: '', fields: { A: LOOKUP }, values: two('crate', 'other') });
    const id = await root.inserted('Crate', { Code: stock.newCode() });
    const c = await root.inserted('Gone', { A: id });
    const { status } = await batch(
      update('Gone', a, { A: id }),
      update('Gone', c, named({ A: 'crate' })),
      step('Delete', 'Crate', undefined, { WhereClause: byId(id) }),
    );
    expect(status).toBe(409);
    expect([await root.row('Gone', a), await root.row('Gone', b), await root.row('Gone', c)]).toMatchObject(
      [crates.crate, crates.other, id].map((A) => ({ A, RowVersion: 1 })),
    );
  });

  it.each(SWAPS.map((swap, i) => [swap.title, swap, `Swapped${i}`] as const))('%s', async (_, swap, entity) => {
    const [a, b] = await made(entity, swap);
    const [first, second] = swap.values.map(named);
    const assigned = (values: Row): Row =>
      Object.fromEntries(Object.entries(values).filter(([name]) => swap.assigned?.includes(name) ?? true));
    const { status, body } = await batch(update(entity, a, assigned(second)), update(entity, b, assigned(first)));
    expect([status, body.Errors]).toEqual([200, []]);
    expect([await root.row(entity, a), await root.row(entity, b)]).toMatchObject([
      { ...second, RowVersion: 2 },
      { ...first, RowVersion: 2 },
    ]);
    const clash = await batch(update(entity, a, assigned(first)));
    expect([clash.status, clash.body.ErrorDetails]).toMatchObject([
      409,
      [{ Code: 'Conflict', Path: 'Steps[0].Fields[0]' }],
    ]);
    expect(await root.row(entity, a)).toMatchObject({ ...second, RowVersion: 2 });
  });
});
