import { CUSTOMER, customer, NOTE, PRODUCT } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { assignments, byId, type Answer, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const line = (LineNumber: number, Quantity = 1) => {
  return { LineNumber, ProductId: PRODUCT.water, Quantity, UnitPrice: '2.00' };
};

/** Nodes that the test's writes go to in turn: one, or two of one database. */
async function startNodes(count: number): Promise<readonly TestApp[]> {
  const first = await TestApp.start();
  return count === 1 ? [first] : [first, await first.startAnother()];
}

describe.each([1, 2])('the expected version of a write, on %i node(s)', (count) => {
  let nodes: readonly TestApp[];
  let calls = 0;
  const ada = () => nodes[calls++ % nodes.length].as('ada.admin');
  beforeAll(async () => {
    nodes = await startNodes(count);
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop();
  });

  const order = (fields: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    ada().inserted('Order', { CustomerId: CUSTOMER.alpenmarkt, OrderDate: '2026-05-01', ...fields });
  const addLine = (OrderId: string, LineNumber: number): Promise<string> =>
    ada().inserted('OrderLine', { OrderId, ...line(LineNumber) });
  const edit = (id: string, ExpectedVersion: number, fields = { Notes: `edited ${calls}` }): Promise<Answer> =>
    ada().update('Order', fields, byId(id), { ExpectedVersion });
  const versionOf = async (id: string, entity = 'Order'): Promise<number> => (await ada().row(entity, id)).RowVersion;

  it('stays fresh while only rollups change the record, although RowVersion counts them', async () => {
    const id = await order();
    for (const number of [1, 2, 3]) await addLine(id, number);
    expect(await versionOf(id)).toBe(4);
    const { status, body } = await edit(id, 1);
    expect([status, body.Result]).toEqual([200, [{ Id: id, RowVersion: 5 }]]);
  });

  it.each([1, 2, 3])('may be any of those that rollups have produced: %i', async (version) => {
    const id = await order();
    for (const number of [1, 2]) await addLine(id, number);
    const headers = { 'If-Match': `"${version}"` };
    const { status } = await ada().update('Order', { Notes: 'x' }, byId(id), undefined, headers);
    expect(status).toBe(200);
  });

  it('is stale after another edit before, among or after rollups', async () => {
    const id = await order();
    await addLine(id, 1);
    await ada().update('Order', { Notes: 'first' }, byId(id));
    expect(await versionOf(id)).toBe(3);
    await refused(nodes[0], () => edit(id, 1), 412, 'VersionMismatch');
    await refused(nodes[0], () => edit(id, 2), 412, 'VersionMismatch');
    await addLine(id, 2);
    await refused(nodes[0], () => edit(id, 2), 412, 'VersionMismatch');
    expect((await edit(id, 3)).status).toBe(200);
  });

  it('is refused when no answer ever contained it', async () => {
    const id = await order();
    await addLine(id, 1);
    for (const version of [0, 3, 4, 99]) await refused(nodes[0], () => edit(id, version), 412, 'VersionMismatch');
  });

  it('is stale after an owner change that follows a lookup, which is no rollup', async () => {
    const id = await order({ OrderLines: [line(1)] });
    const [row] = (await ada().select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', id) })).body.Result;
    const nina = { Match: { FieldName: 'UserName', Value: 'nina.north' } };
    const { body } = await ada().select('User', { WhereClause: where('UserName', 'EqualTo', nina.Match.Value) });
    await ada().update('Order', { OwnerId: body.Result[0].Id }, byId(id));
    const stale = () => ada().update('OrderLine', { Quantity: 5 }, byId(row.Id), { ExpectedVersion: row.RowVersion });
    await refused(nodes[0], stale, 412, 'VersionMismatch');
  });

  it('is fresh for a delete after a rollup', async () => {
    const id = await order();
    await addLine(id, 1);
    expect((await ada().delete('Order', byId(id), { ExpectedVersion: 1 })).status).toBe(200);
  });

  it('is fresh for an upsert and a step of a batch after a rollup', async () => {
    const ExternalReference = `V-${calls}`;
    const id = await order({ ExternalReference });
    await addLine(id, 1);
    const fields = { ExternalReference, Notes: 'x' };
    const upserted = await ada().upsert('Order', ['ExternalReference'], fields, { Options: { ExpectedVersion: 1 } });
    expect(upserted.status).toBe(200);
    await addLine(id, 2);
    const step = {
      Operation: 'Update',
      EntityName: 'Order',
      Fields: assignments({ Notes: 'y' }),
      WhereClause: byId(id),
      Options: { ExpectedVersion: upserted.body.Result.RowVersion },
    };
    expect((await ada().batch([step])).status).toBe(200);
  });

  it('stays fresh when computed fields change with their rollups', async () => {
    const id = await order({ DiscountPercent: '10.00' });
    await addLine(id, 1);
    expect((await ada().row('Order', id)).Total).toBe(1.8);
    expect((await edit(id, 1)).status).toBe(200);
  });

  it('loses no edit and refuses none needlessly while lines are added concurrently', async () => {
    const id = await order();
    let version = 1;
    for (let round = 0; round < 8; round++) {
      const adding = Promise.all([addLine(id, round * 2 + 1), addLine(id, round * 2 + 2)]);
      const edits = await Promise.all([
        edit(id, version, { Notes: 'a' + round }),
        edit(id, version, { Notes: 'b' + round }),
      ]);
      await adding;
      expect(edits.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
      const winner = edits.find(({ status }) => status === 200)!;
      version = winner.body.Result[0].RowVersion;
      expect(await ada().row('Order', id)).toMatchObject({ Notes: 'ab'[edits.indexOf(winner)] + round });
    }
    expect(await ada().row('Order', id)).toMatchObject({ LineCount: 16 });
    expect(await versionOf(id)).toBe(1 + 8 + 16);
  });

  it('is checked against the result of a concurrent rollup', async () => {
    const id = await order();
    const blocker = await nodes[0].connect();
    const table = `${await nodes[0].schema()}."Order"`;
    await blocker.query('BEGIN');
    await blocker.query(`SELECT FROM ${table} WHERE "Id" = $1 FOR UPDATE`, [id]);
    const adding = addLine(id, 1);
    await sessionsWait(nodes[0], 1);
    const editing = edit(id, 1);
    await sessionsWait(nodes[0], 2);
    await blocker.query('COMMIT');
    blocker.release();
    await adding;
    expect((await editing).status).toBe(200);
    expect(await ada().row('Order', id)).toMatchObject({ LineCount: 1, RowVersion: 3 });
  });

  describe('for a deleted record', () => {
    const gone = async (): Promise<string> => {
      const id = await ada().inserted('Customer', customer());
      await ada().delete('Customer', byId(id));
      return id;
    };
    const message = 'The record is gone, or you may not see it.';

    it.each([
      ['If-Match', undefined, { 'If-Match': '"1"' }],
      ['ExpectedVersion', { ExpectedVersion: 1 }, undefined],
    ])('is refused by update and delete: %s', async (_, Options, headers) => {
      const id = await gone();
      const body = { EntityName: 'Customer', WhereClause: byId(id), Options };
      const update = { ...body, Fields: assignments({ Phone: null }) };
      for (const [method, path, sent] of [
        ['PUT', '/records/update', update],
        ['DELETE', '/records/delete', body],
      ] as const) {
        const [detail] = await refused(nodes[0], () => ada().send(method, path, sent, headers), 412, 'VersionMismatch');
        expect(detail.Message).toBe(message);
      }
    });

    it('is refused in batch steps of both modes', async () => {
      const id = await gone();
      const step = { EntityName: 'Customer', WhereClause: byId(id), Options: { ExpectedVersion: 1 } };
      const update = { ...step, Operation: 'Update', Fields: assignments({ Phone: null }) };
      for (const each of [update, { ...step, Operation: 'Delete' }]) {
        const [detail] = await refused(nodes[0], () => ada().batch([each]), 412, 'VersionMismatch');
        expect(detail).toMatchObject({ Message: message, Path: 'Steps[0]' });
        const { body } = await ada().batch([each], { Mode: 'Independent' });
        expect(body.Result[0]).toMatchObject({ IsSuccess: false, StatusCode: '412' });
      }
    });

    it('is refused with children, with registered hooks and by restore and purge', async () => {
      const id = await gone();
      const Options = { ExpectedVersion: 1 };
      const children = { CustomerNotes: { Create: [{ Subject: 'x' }] } };
      const writes = [
        () => ada().update('Customer', children, byId(id), Options),
        () => ada().update('Note', { Subject: 'x' }, byId(id), Options),
        () => ada().restore('Customer', byId(NOTE.n1), Options),
        () => ada().purge('Customer', byId(NOTE.n1), Options),
      ];
      for (const call of writes) await refused(nodes[0], call, 412, 'VersionMismatch');
    });

    it('is refused before field rules are checked', async () => {
      const id = await gone();
      const call = () => ada().update('Customer', { Name: 'x' }, byId(id), { ExpectedVersion: 1 });
      await refused(nodes[0], call, 412, 'VersionMismatch');
    });

    it('answers 403 for an existing hidden record, as without a version', async () => {
      const call = () =>
        nodes[0].as('nina.north').update('Customer', { Phone: null }, byId(CUSTOMER.fern), { ExpectedVersion: 1 });
      const details = await refused(nodes[0], call, 403, 'OutOfScope');
      expect(details).toHaveLength(1);
    });
  });
});

const sessionsWait = (app: TestApp, sessions: number): Promise<void> =>
  until(`${sessions} sessions wait for a lock`, async () => {
    const [{ count }] = await app.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return count >= sessions;
  });

describe('in an environment of an earlier version of the service', () => {
  let nodes: readonly TestApp[];
  beforeAll(async () => {
    const earlier = await TestApp.start();
    nodes = [earlier];
    await earlier.query(`ALTER TABLE ${await earlier.schema()}."Order" DROP COLUMN "RollupVersions"`);
    await earlier.query(`UPDATE platform.environment SET completed_by = 'older'`);
    nodes = [earlier, await earlier.startAnother()];
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop();
  });

  it('is supported after a start, and existing records keep their versions', async () => {
    const ada = nodes[1].as('ada.admin');
    const { body } = await ada.select('Order', { Pager: { PageNumber: 1, PageSize: 1 } });
    const [{ Id, RowVersion }] = body.Result;
    await ada.inserted('OrderLine', { OrderId: Id, ...line(77) });
    expect((await ada.update('Order', { Notes: 'x' }, byId(Id), { ExpectedVersion: RowVersion })).status).toBe(200);
  });
});
