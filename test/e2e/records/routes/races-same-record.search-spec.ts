import { CUSTOMER, customer, PRODUCT } from '../../../support/demo.js';
import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';

const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status);
const countOf = (answers: readonly Answer[], status: number): number =>
  statuses(answers).filter((s) => s === status).length;

describe('concurrent writes of the same records', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => work(i)));

  // Requirement: R99
  it.each(['TaxId', 'Email'])('of inserts with one %s exactly one succeeds', async (field) => {
    for (let round = 0; round < 5; round++) {
      const value = field === 'TaxId' ? `DE60000000${round}` : `one${round}@x.example`;
      const answers = await times(12, () => app.as('erp.bot').insert('Customer', customer({ [field]: value })));
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 11]);
    }
  });

  // Requirement: R31
  it('of inserts with one Id exactly one succeeds', async () => {
    const Id = 'abcdef01-0000-4000-8000-00000000000a';
    const answers = await times(10, () => app.as('erp.bot').insert('Customer', customer({ Id })));
    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 9]);
  });

  // Requirement: R99
  it('of updates to one unique value exactly one succeeds', async () => {
    const ids = (await times(6, () => app.as('erp.bot').insert('Customer', customer()))).map(
      ({ body }) => body.Result.Id as string,
    );
    const answers = await Promise.all(
      ids.map((id) => app.as('erp.bot').update('Customer', { Email: 'won@x.example' }, byId(id))),
    );
    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 5]);
  });

  // Requirement: R112, P4
  it('of updates with one expected version exactly one succeeds, and none is lost', async () => {
    const schema = await app.schema();
    for (let version = 1; version <= 5; version++) {
      const set = (i: number): Promise<Answer> =>
        app.as('wim.ware').update('Product', { StockQuantity: version * 100 + i }, byId(PRODUCT.water), {
          ExpectedVersion: version,
        });
      const answers = await times(8, set);
      expect([countOf(answers, 200), countOf(answers, 412)]).toEqual([1, 7]);
      const winner = statuses(answers).indexOf(200);
      const [row] = await app.query(`SELECT "StockQuantity", "RowVersion" FROM ${schema}."Product" WHERE "Id" = $1`, [
        PRODUCT.water,
      ]);
      expect(row).toEqual({ StockQuantity: String(version * 100 + winner), RowVersion: String(version + 1) });
    }
  });

  it('updates without a version all count: as many versions and changes as updates', async () => {
    const mark = await app.mark();
    const answers = await times(20, (i) =>
      app.as('wim.ware').update('Product', { StockQuantity: i }, byId(PRODUCT.juice)),
    );
    expect(countOf(answers, 200)).toBe(20);
    const versions = await app.query<{
      row_version: string;
      old: { StockQuantity: number };
      new: { StockQuantity: number };
    }>('SELECT row_version, old, new FROM platform.change WHERE position > $1 ORDER BY position', [mark]);
    expect(versions.map(({ row_version }) => Number(row_version))).toEqual(versions.map((_, i) => i + 2));
    // Each change starts from the result of the previous one.
    versions.slice(1).forEach((change, i) => expect(change.old).toEqual(versions[i].new));
  });

  // Requirement: T67
  it('overlapping multi-row updates all succeed, each on all its records', async () => {
    const clauses = [
      where('CreditLimit', 'GreaterThanOrEqualTo', 0),
      where('IsActive', 'IN', [false, true]),
      where('TaxId', 'IsNotNULL'),
    ];
    const answers = await times(24, (i) =>
      app.as('erp.bot').update('Customer', { Phone: `+49 30 ${10_000 + i}` }, clauses[i % 3]),
    );
    expect(countOf(answers, 200)).toBe(24);
    const matched = new Set(answers.map(({ body }) => body.RecordAffected));
    expect(matched.size).toBe(1);
  });

  // Requirement: T67
  it('a multi-row update locks in the order of Ids, whatever the storage order', async () => {
    const [low, high] = ['0badcafe-0000-4000-8000-000000000001', 'fbadcafe-0000-4000-8000-000000000001'];
    const Phone = '+49 30 55555';
    // The table holds them in the opposite order.
    for (const Id of [high, low]) await app.as('erp.bot').insert('Customer', customer({ Id, Phone }));
    const table = `${await app.schema()}."Customer"`;
    const blocker = await app.connect();
    await blocker.query('BEGIN');
    await blocker.query(`SELECT FROM ${table} WHERE "Id" = $1 FOR UPDATE`, [low]);
    const waiting = app.as('erp.bot').update('Customer', { Name: 'Both' }, where('Phone', 'EqualTo', Phone));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const free = await app.query(`SELECT "Id" FROM ${table} WHERE "Id" = $1 FOR UPDATE SKIP LOCKED`, [high]);
    await blocker.query('COMMIT');
    blocker.release();
    expect((await waiting).body.RecordAffected).toBe(2);
    expect(free).toEqual([{ Id: high }]);
  });

  it('an update and a delete of one record: the update comes first or matches nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const { body } = await app.as('ada.admin').insert('Customer', customer());
      const clause = byId(body.Result.Id);
      const [updated, deleted, deletedToo] = await Promise.all([
        app.as('ada.admin').update('Customer', { Phone: '+49 30 77777' }, clause),
        app.as('ada.admin').delete('Customer', clause),
        app.as('ada.admin').delete('Customer', clause),
      ]);
      expect(statuses([updated, deleted, deletedToo])).toEqual([200, 200, 200]);
      expect(deleted.body.RecordAffected + deletedToo.body.RecordAffected).toBe(1);
      const log = await app.query<{ operation: string }>(
        'SELECT operation FROM platform.change WHERE record_id = $1 ORDER BY position',
        [body.Result.Id],
      );
      const expected = updated.body.RecordAffected === 1 ? ['Create', 'Update', 'Delete'] : ['Create', 'Delete'];
      expect(log.map(({ operation }) => operation)).toEqual(expected);
    }
  });

  it('deletes of several parents of one child do not deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = (
        await times(4, () => app.as('ada.admin').insert('Customer', customer({ CustomerNotes: [{ Subject: 'x' }] })))
      ).map(({ body }) => body.Result.Id as string);
      const answers = await times(4, (i) =>
        app.as('ada.admin').delete('Customer', where('Id', 'IN', i % 2 === 0 ? ids : ids.toReversed())),
      );
      expect(countOf(answers, 200)).toBe(4);
      expect(answers.reduce((sum, { body }) => sum + body.RecordAffected, 0)).toBe(4);
    }
  });

  it('a filter that a concurrent write made false does not match any more', async () => {
    const schema = await app.schema();
    const blocker = await app.connect();
    await blocker.query('BEGIN');
    await blocker.query(`UPDATE ${schema}."Customer" SET "Segment" = 'Wholesale' WHERE "Id" = $1`, [CUSTOMER.eiscafe]);
    const clause = {
      Filters: [
        { FieldName: 'Segment', Operator: 3, Value: 'Retail' },
        { FieldName: 'Id', Operator: 3, Value: CUSTOMER.eiscafe },
      ],
    };
    const waiting = app.as('sara.south').update('Customer', { Phone: null, Email: null }, clause);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await blocker.query('COMMIT');
    blocker.release();
    expect((await waiting).body.RecordAffected).toBe(0);
  });
});
