import { step } from '../batch/steps.js';
import { StockApp } from '../../../support/stock-fixture.js';
import { type Answer, byId, type Caller, type Row, where } from '../../../support/test-app.js';

// See docs/interface/records.md#unique-rules
describe('unique rules of a write of several records', () => {
  let stock: StockApp;
  let root: Caller;
  beforeAll(async () => {
    stock = await StockApp.open();
    root = stock.as('root');
  });
  afterAll(() => stock.close());

  const items = async (CrateId: string): Promise<readonly Row[]> => {
    const Sort = [{ FieldName: 'Name' }];
    return (await root.select('Item', { WhereClause: where('CrateId', 'EqualTo', CrateId), Sort })).body.Result;
  };
  /** A crate with items a, b and c at positions 1 to 3, and the Ids of those. */
  const crate = async (more: Row = {}): Promise<readonly [string, string, string, string]> => {
    const CrateItems = ['a', 'b', 'c'].map((Name, i) => ({ Position: i + 1, Name }));
    const { body } = await root.insert('Crate', { Code: stock.newCode(), CrateItems, ...more });
    const [a, b, c] = await items(body.Result.Id);
    return [body.Result.Id, a.Id as string, b.Id as string, c.Id as string];
  };
  const change = (id: string, children: unknown): Promise<Answer> =>
    root.update('Crate', { CrateItems: children }, byId(id));
  const placed = async (id: string): Promise<string> =>
    (await items(id)).map(({ Name, Position }) => `${Name as string}${Position as number}`).join(' ');
  const versions = async (id: string): Promise<readonly unknown[]> =>
    (await items(id)).map(({ RowVersion }) => RowVersion);
  const batch = (...Steps: readonly object[]): Promise<Answer> =>
    root.send('POST', '/records/batch', { Mode: 'Atomic', Steps });
  const update = (entity: string, id: string, fields: Row): object => ({
    ...step('Update', entity, fields, { WhereClause: byId(id) }),
  });

  it.each([
    [
      'swap',
      ([, a, b]: readonly string[]) => ({
        Update: [
          { Id: a, Position: 2 },
          { Id: b, Position: 1 },
        ],
      }),
      'a2 b1 c3',
    ],
    [
      'rotate',
      ([, a, b, c]: readonly string[]) => ({
        Update: [
          { Id: a, Position: 2 },
          { Id: b, Position: 3 },
          { Id: c, Position: 1 },
        ],
      }),
      'a2 b3 c1',
    ],
    [
      'shift over a deleted one',
      ([, a, b, c]: readonly string[]) => ({
        Update: [
          { Id: a, Position: 2 },
          { Id: b, Position: 3 },
        ],
        Delete: [c],
      }),
      'a2 b3',
    ],
    [
      'free what is created',
      ([, a, b]: readonly string[]) => ({
        Create: [{ Position: 1, Name: 'd' }],
        Update: [
          { Id: a, Position: 2 },
          { Id: b, Position: 7 },
        ],
      }),
      'a2 b7 c3 d1',
    ],
  ])('children %s', async (_, children, expected) => {
    const ids = await crate();
    const mark = await stock.app.mark();
    const answer = await change(ids[0], children(ids));
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
    expect(await placed(ids[0])).toBe(expected);
    const updates = children(ids).Update.length;
    expect((await stock.app.changes(mark)).filter((line) => line === 'Update Item')).toHaveLength(updates);
  });

  it('one change of each record is logged, with its values before and after', async () => {
    const [id, a, b] = await crate();
    await change(id, {
      Update: [
        { Id: a, Position: 2 },
        { Id: b, Position: 1 },
      ],
    });
    expect(await versions(id)).toEqual([2, 2, 1]);
    const entries = await root.select('AuditEntry', {
      WhereClause: { Filters: [{ FieldName: 'RecordId', Operator: 'IN', Value: [a, b] }] },
      Sort: [{ FieldName: 'ChangedOn' }],
    });
    const changed = (entries.body.Result as readonly Row[]).filter(({ Operation }) => Operation === 'Update');
    expect(changed.map(({ Changes }) => Changes)).toEqual([
      [{ FieldName: 'Position', Old: 1, New: 2 }],
      [{ FieldName: 'Position', Old: 2, New: 1 }],
    ]);
  });

  it('a true clash of children is 409 at the record that clashes, and stores nothing', async () => {
    const [id, a, b] = await crate();
    const children = {
      Update: [
        { Id: b, Position: 9 },
        { Id: a, Position: 3 },
      ],
    };
    const { status, body } = await change(id, children);
    expect([status, body.ErrorDetails]).toEqual([
      409,
      [
        expect.objectContaining({
          Code: 'Conflict',
          Message: 'Another record already has this value of CrateId + Position.',
          Path: 'Fields[0].Value.Update[1].Position',
        }),
      ],
    ]);
    expect(await placed(id)).toBe('a1 b2 c3');
    const created = await change(id, { Create: [{ Position: 8 }, { Position: 3 }] });
    expect(created.body.ErrorDetails).toMatchObject([{ Code: 'Conflict', Path: 'Fields[0].Value.Create[1]' }]);
  });

  it('new children that repeat each other are 409 at the second, in an update, an insert and a batch', async () => {
    const [id] = await crate();
    const twins = [{ Position: 7 }, { Position: 8 }, { Position: 8 }];
    const fields = (): Row => ({ Code: stock.newCode(), CrateItems: twins });
    const answers = [
      await change(id, { Create: twins }),
      await root.insert('Crate', fields()),
      await batch(step('Insert', 'Crate', fields())),
    ];
    expect(answers.map(({ status, body }) => [status, body.ErrorDetails[0].Path])).toEqual([
      [409, 'Fields[0].Value.Create[2].Position'],
      [409, 'Fields[1].Value[2].Position'],
      [409, 'Steps[0].Fields[1].Value[2].Position'],
    ]);
  });

  it('steps of an Atomic batch swap single and composite keys, in any letter case', async () => {
    const [one] = await crate({ Seal: 'one', Row: 1, Shelf: 1 });
    const [two] = await crate({ Seal: 'two', Row: 1, Shelf: 2 });
    const swapped = await batch(
      update('Crate', one, { Seal: 'two', Shelf: 2 }),
      update('Crate', two, { Seal: 'one', Shelf: 1 }),
    );
    expect([swapped.status, swapped.body.Errors]).toEqual([200, []]);
    expect([await root.row('Crate', one), await root.row('Crate', two)]).toMatchObject([
      { Seal: 'two', Shelf: 2, RowVersion: 2 },
      { Seal: 'one', Shelf: 1, RowVersion: 2 },
    ]);
  });

  it('a step takes what a later one frees, by change, deletion or both', async () => {
    const [one] = await crate({ Seal: 'held' });
    const [two] = await crate();
    const remove = step('Delete', 'Crate', undefined, { WhereClause: byId(one) });
    const taken = await batch(update('Crate', two, { Seal: 'held' }), remove);
    expect([taken.status, taken.body.Errors]).toEqual([200, []]);
    expect(await root.row('Crate', two)).toMatchObject({ Seal: 'held' });
    const insert = step('Insert', 'Crate', { Code: stock.newCode(), Seal: 'held' });
    const created = await batch(insert, update('Crate', two, { Seal: 'free' }));
    expect([created.status, created.body.Errors]).toEqual([200, []]);
  });

  it('a true clash of a batch is 409 at its step', async () => {
    const [one] = await crate({ Seal: 'mine' });
    const [two] = await crate();
    const { status, body } = await batch(update('Crate', two, { Weight: 1 }), update('Crate', two, { Seal: 'mine' }));
    expect([status, body.ErrorDetails]).toMatchObject([
      409,
      [{ Code: 'Conflict', Path: 'Steps[1].Fields[0]', FieldName: 'Seal' }],
    ]);
    expect(await root.row('Crate', one)).toMatchObject({ Seal: 'mine', RowVersion: 1 });
    expect(await root.row('Crate', two)).toMatchObject({ RowVersion: 1 });
  });

  it('a conflict with a deleted record says so, alone and in a batch', async () => {
    const [id] = await crate();
    expect((await root.delete('Crate', byId(id))).status).toBe(200);
    const fields = (): Row => ({ Id: id, Code: stock.newCode() });
    const answers = [await root.insert('Crate', fields()), await batch(step('Insert', 'Crate', fields()))];
    for (const { status, body } of answers) {
      expect([status, body.ErrorDetails[0].Code]).toEqual([409, 'Conflict']);
      expect(body.ErrorDetails[0].Message).toMatch(/^A deleted record has this value of Id\. .*restore or purge/);
    }
  });

  it('two writers of one value: one is stored, the other gets 409', async () => {
    const [id, a, b] = await crate();
    const [other, d] = await crate();
    const seal = stock.newCode();
    const answers = await Promise.all([
      change(id, {
        Update: [
          { Id: a, Position: 2 },
          { Id: b, Position: 1 },
        ],
      }),
      change(id, {
        Update: [
          { Id: a, Position: 2 },
          { Id: b, Position: 1 },
        ],
      }),
      batch(update('Crate', id, { Seal: seal })),
      batch(update('Crate', other, { Seal: seal }), update('Item', d, { Name: 'd' })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses.slice(2).toSorted((x, y) => x - y)).toEqual([200, 409]);
    expect(await placed(id)).toBe('a2 b1 c3');
  });
});
