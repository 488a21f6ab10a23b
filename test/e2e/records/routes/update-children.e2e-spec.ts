import { CUSTOMER, PRODUCT } from '../../../support/demo.js';
import { StockApp, KEEPER } from '../../../support/stock-fixture.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, assignments, byId, type Row, where } from '../../../support/test-app.js';

// See docs/interface/records.md#children-in-an-update
describe('children in PUT /records/update', () => {
  let stock: StockApp;
  beforeAll(async () => void (stock = await StockApp.open()));
  afterAll(() => stock.close());

  const items = async (CrateId: unknown): Promise<readonly Row[]> => {
    const Sort = [{ FieldName: 'Position', Direction: 1 }];
    return (await stock.as('root').select('Item', { WhereClause: where('CrateId', 'EqualTo', CrateId), Sort })).body
      .Result;
  };
  /** A crate with items at positions 1 to 3, and the Ids of those. */
  const crate = async (user = 'kim'): Promise<readonly [string, ...string[]]> => {
    const CrateItems = [1, 2, 3].map((Position) => ({ Position, Name: `${Position}` }));
    const { body } = await stock.as(user).insert('Crate', { Code: stock.newCode(), CrateItems });
    const made = await items(body.Result.Id);
    return [body.Result.Id, ...made.map(({ Id }) => Id as string)];
  };
  const change = (id: string, children: unknown, more: Row = {}, user = 'kim'): Promise<Answer> =>
    stock.as(user).update('Crate', { ...more, CrateItems: children }, byId(id));

  it('are created, changed and deleted with the record, in one transaction', async () => {
    const [id, first, second] = await crate();
    const mark = await stock.app.mark();
    const children = {
      Create: [{ Position: 1, Name: 'new' }, [{ FieldName: 'Position', Value: 9 }]],
      Update: [{ id: second.toUpperCase(), Name: 'changed' }],
      Delete: [first],
    };
    const { status, body } = await change(id, children, { Weight: 5 });
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 1, [{ Id: id, RowVersion: 2 }]]);
    expect((await items(id)).map(({ Position, Name, OwnerId }) => [Position, Name, OwnerId])).toEqual([
      [1, 'new', KEEPER.kim],
      [2, 'changed', KEEPER.kim],
      [3, '3', KEEPER.kim],
      [9, null, KEEPER.kim],
    ]);
    expect(await stock.app.changes(mark)).toEqual([
      'Update Crate',
      'Delete Item',
      'Update Item',
      'Create Item',
      'Create Item',
    ]);
    const outcomes = await stock.app.query(
      'SELECT operation, entity, record_ids FROM platform.operation WHERE id = $1',
      [body.CorrelationId],
    );
    expect(outcomes).toEqual([{ operation: 'Update', entity: 'Crate', record_ids: [id] }]);
  });

  it('are written on an unchanged record, under the child’s name, on any level', async () => {
    const [id, first] = await crate();
    const labels = { Create: [{ Text: 'x' }] };
    const call = (Label: unknown): Promise<Answer> =>
      stock.as('root').update('Crate', { item: { Update: [{ Id: first, Label }] } }, byId(id));
    expect((await call(labels)).body.Result).toEqual([{ Id: id, RowVersion: 1 }]);
    const found = await stock.as('root').select('Label', { WhereClause: where('ItemId', 'EqualTo', first) });
    const [label] = found.body.Result;
    expect(label).toMatchObject({ Text: 'x' });
    expect((await call({ Update: [{ Id: label.Id, Text: 'y' }], Delete: [] })).status).toBe(200);
    const [changed] = (await stock.as('root').select('Label', { WhereClause: byId(label.Id) })).body.Result;
    expect(changed).toMatchObject({ Text: 'y', RowVersion: 2 });
  });

  it('take the new owner of their record when created', async () => {
    const [id] = await crate();
    await change(id, { Create: [{ Position: 7 }] }, { OwnerId: KEEPER.lee }, 'root');
    expect(new Set((await items(id)).map(({ OwnerId }) => OwnerId))).toEqual(new Set([KEEPER.lee]));
  });

  it('leave the answered version at the one after rollups', async () => {
    const ada = stock.app.as('ada.admin');
    const line = (LineNumber: number): Row => ({ LineNumber, ProductId: PRODUCT.water, Quantity: 1, UnitPrice: 10 });
    const order = await ada.insert('Order', { CustomerId: CUSTOMER.bistro, OrderLines: [line(1)] });
    const { Id } = order.body.Result;
    const { body } = await ada.update('Order', { OrderLines: { Create: [line(2)] } }, byId(Id));
    const [stored] = (await ada.select('Order', { WhereClause: byId(Id) })).body.Result;
    expect(stored).toMatchObject({ LineCount: 2, RowVersion: 2 });
    expect(body.Result).toEqual([{ Id, RowVersion: 2 }]);
  });

  it('are not touched where no record matches', async () => {
    const mark = await stock.app.mark();
    const call = await stock
      .as('kim')
      .update('Crate', { CrateItems: { Create: [{ Position: 1 }] } }, where('Code', 'EqualTo', 'none'));
    expect([call.status, call.body.RecordAffected]).toEqual([200, 0]);
    expect(await stock.app.changes(mark)).toEqual([]);
  });

  it('work in an upsert of an existing record, and in a batch', async () => {
    const Code = stock.newCode();
    await stock.as('kim').upsert('Crate', ['Code'], { Code, CrateItems: [{ Position: 1 }] });
    const again = await stock.as('kim').upsert('Crate', ['Code'], { Code, CrateItems: { Create: [{ Position: 2 }] } });
    expect(again.body.Result).toMatchObject({ RowVersion: 1, Operation: 'Update' });
    const step = {
      Operation: 'Update',
      EntityName: 'Crate',
      Fields: assignments({ CrateItems: { Create: [{ Position: 3 }] } }),
      WhereClause: byId(again.body.Result.Id),
    };
    expect((await stock.as('kim').batch([step])).body.Errors).toEqual([]);
    expect((await items(again.body.Result.Id)).map(({ Position }) => Position)).toEqual([1, 2, 3]);
    expect((await stock.as('kim').upsert('Crate', ['Code'], { Code })).body.Result).toMatchObject({ RowVersion: 1 });
  });

  // Requirement: R226
  it('are left unchanged by a dry run', async () => {
    const [id, first] = await crate();
    const Fields = { CrateItems: { Delete: [first], Create: [{ Position: 1 }] } };
    expect((await stock.as('kim').update('Crate', Fields, byId(id), { DryRun: true })).status).toBe(200);
    expect((await items(id))[0]).toMatchObject({ Id: first });
  });

  it('wait for a concurrent update of the same record', async () => {
    const [id] = await crate();
    const calls = [4, 5, 6, 7].map((Position) => change(id, { Create: [{ Position }] }, { Weight: Position }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await items(id)).toHaveLength(7);
  });

  it('succeed once among several updates with the same If-Match', async () => {
    const [id] = await crate();
    const calls = [4, 5, 6, 7].map((Position) =>
      stock
        .as('kim')
        .update('Crate', { Weight: Position, CrateItems: { Create: [{ Position }] } }, byId(id), undefined, {
          'If-Match': '"1"',
        }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => `${status}`).toSorted();
    expect(statuses).toEqual(['200', '412', '412', '412']);
    expect(await items(id)).toHaveLength(4);
  });

  describe('are refused, and nothing is written, with', () => {
    it.each<[string, unknown, readonly string[]]>([
      ['an array', [{ Position: 1 }], ['Validation Fields[0]']],
      ['null', null, ['Validation Fields[0]']],
      [
        'a member that is none',
        { Creat: [], Add: [] },
        ['UnknownMember Fields[0].Value.Creat', 'UnknownMember Fields[0].Value.Add'],
      ],
      [
        'members that are no arrays',
        { Create: {}, Delete: 'x' },
        ['Validation Fields[0].Value.Create', 'Validation Fields[0].Value.Delete'],
      ],
      [
        'elements of another kind',
        { Create: [1], Update: ['x'], Delete: [{}] },
        [
          'Validation Fields[0].Value.Delete[0]',
          'Validation Fields[0].Value.Update[0]',
          'Validation Fields[0].Value.Create[0]',
        ],
      ],
      [
        'an update without Id, and values that are wrong',
        { Update: [{ Position: 'ten' }], Create: [{ Name: 'x'.repeat(21) }] },
        [
          'Validation Fields[0].Value.Update[0]',
          'FieldRule Fields[0].Value.Create[0].Name',
          'FieldRule Fields[0].Value.Create[0]',
        ],
      ],
      [
        'a lookup to the record above',
        { Create: [{ Position: 1, CrateId: KEEPER.kim }] },
        ['Validation Fields[0].Value.Create[0].CrateId'],
      ],
      [
        'a record named twice',
        { Update: [{ Id: KEEPER.kim }], Delete: [KEEPER.kim] },
        ['Validation Fields[0].Value.Update[0].Id'],
      ],
      ['records that are not there', { Delete: [KEEPER.kim] }, ['Validation Fields[0].Value.Delete[0]']],
    ])('%s', async (_, children, expected) => {
      const [id] = await crate();
      const details = await refused(stock.app, () => change(id, children), 400, expected[0].split(' ')[0]);
      expect(details.map(({ Code, Path }) => `${Code} ${Path}`)).toEqual(expected);
    });

    it('children of another record', async () => {
      const [[id], [, foreign]] = [await crate(), await crate()];
      for (const children of [{ Delete: [foreign] }, { Update: [{ Id: foreign, Name: 'x' }] }]) {
        const [detail] = await refused(stock.app, () => change(id, children, { Weight: 1 }), 400, 'Validation');
        expect(detail.Message).toBe('There is no such record among the CrateItems.');
      }
    });

    it('a child moved to another record', async () => {
      const [[id, first], [other]] = [await crate(), await crate()];
      const call = (): Promise<Answer> => change(id, { Update: [{ Id: first, CrateId: other }] });
      expect((await refused(stock.app, call, 400, 'Validation'))[0].Path).toBe('Fields[0].Value.Update[0].CrateId');
    });

    it('more than one matched record', async () => {
      const [[a], [b]] = [await crate(), await crate()];
      const call = (): Promise<Answer> =>
        stock.as('kim').update('Crate', { CrateItems: { Create: [{ Position: 9 }] } }, byId([a, b]));
      expect((await refused(stock.app, call, 400, 'Validation'))[0].Message).toBe(
        'Children are written where one record matches; 2 match.',
      );
    });

    it('missing scope, by entity and by record', async () => {
      const [id, first] = await crate();
      const labels = { Update: [{ Id: first, ItemLabels: { Create: [{ Text: 'x' }] } }] };
      await refused(stock.app, () => change(id, labels), 403, 'ScopeNone');
      const [theirs] = await crate('lee');
      await refused(stock.app, () => change(theirs, { Create: [{ Position: 9 }] }), 403, 'OutOfScope');
    });

    it('more than 1,000 children in all', async () => {
      const [id] = await crate();
      const Create = Array.from({ length: 600 }, (_, i) => ({ Position: i + 10 }));
      const Delete = Array.from({ length: 401 }, () => crypto.randomUUID());
      await refused(stock.app, () => change(id, { Create, Delete }), 400, 'TooManyRows');
    });

    it('a clash with a remaining child', async () => {
      const [id] = await crate();
      const [detail] = await refused(stock.app, () => change(id, { Create: [{ Position: 2 }] }), 409, 'Conflict');
      expect(detail.Path).toBe('Fields[0].Value.Create[0]');
    });

    it('children of a lookup’s target', async () => {
      const [id, first] = await crate();
      const target = { CrateId: { Id: id, CrateItems: { Delete: [first] } } };
      await refused(stock.app, () => stock.as('kim').update('Item', target, byId(first)), 400, 'Validation');
    });
  });
});
