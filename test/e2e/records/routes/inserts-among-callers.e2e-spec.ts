import { customer, REGION, USER } from '../../../support/demo.js';
import { LOGGED_CHANGES } from '../../../support/logged-changes.js';
import { type Answer, type Row, TestApp } from '../../../support/test-app.js';

/** Members with different scopes who may create customers, and one who may not. */
const CALLERS = ['nina.north', 'nils.north', 'sara.south', 'mona.manager', 'ada.admin', 'erp.bot'] as const;

describe('concurrent inserts of several callers', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const insert = (caller: string, fields: object = {}): Promise<Answer> =>
    app.as(caller).insert('Customer', customer({ ...fields }));
  /** Inserts of all callers in turns, all at once. */
  const together = (count: number): Promise<readonly (readonly [string, Answer])[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const caller = CALLERS[i % CALLERS.length];
        return [caller, await insert(caller)] as const;
      }),
    );

  // The first of all finds no counter for its number, and all tokens are known.
  beforeAll(async () => {
    for (const caller of CALLERS) await insert(caller);
  });

  const logged = (answers: readonly Answer[]): Promise<readonly Row[]> =>
    app.query<Row>(
      `SELECT o.id, o.user_id AS "user", o.record_ids AS ids, o.environment_id IS NOT NULL AS "isPlaced", c.user_id AS "changedBy",
         c.new AS stored, c.xid::text AS xid
       FROM platform.operation o JOIN ${LOGGED_CHANGES} c ON c.correlation_id = o.id WHERE o.id = ANY($1::uuid[])`,
      [answers.map(({ body }) => body.CorrelationId)],
    );

  // Requirement: R29, R72
  it('have each their own answer, owner, user of the audit log and outcome', async () => {
    const inserted = await together(120);
    const rows = new Map((await logged(inserted.map(([, answer]) => answer))).map((row) => [row.id, row]));
    const users = new Map<string, Set<unknown>>();
    for (const [caller, { status, body }] of inserted) {
      expect(status).toBe(200);
      const { Result, CorrelationId } = body;
      const row = rows.get(CorrelationId)!;
      expect(row).toMatchObject({ ids: [Result.Id], user: Result.OwnerId, changedBy: Result.OwnerId, stored: Result });
      expect([Result.CreatedBy, Result.UpdatedBy]).toEqual([Result.OwnerId, Result.OwnerId]);
      users.set(caller, (users.get(caller) ?? new Set()).add(Result.OwnerId));
    }
    expect(users.get('nina.north')).toEqual(new Set([USER.nina]));
    expect(users.get('mona.manager')).toEqual(new Set([USER.mona]));
    expect([...users.values()].map(({ size }) => size)).toEqual(CALLERS.map(() => 1));
  });

  it('share statements, and do not wait behind inserts that wait for a lock', async () => {
    const blocker = await app.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query(`SELECT FROM ${await app.schema()}."Region" WHERE "Id" = $1 FOR UPDATE`, [REGION.south]);
      const stuck = Promise.all(
        ['nina.north', 'sara.south'].map((caller) => insert(caller, { RegionId: REGION.south })),
      );
      const inserted = (await together(60)).map(([, answer]) => answer);
      expect(inserted.map(({ status }) => status)).toEqual(Array(60).fill(200));
      const users = new Map<unknown, Set<unknown>>();
      for (const { xid, user, stored } of await logged(inserted)) {
        expect(user).toBe((stored as Row).OwnerId);
        users.set(xid, (users.get(xid) ?? new Set()).add(user));
      }
      expect(users.size).toBeLessThan(30);
      expect(Math.max(...[...users.values()].map(({ size }) => size))).toBeGreaterThan(1);
      await blocker.query('COMMIT');
      expect((await stuck).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      blocker.release();
    }
  });

  // Requirement: R32, R99
  it('are refused each for its own faults; others of the statement are stored once', async () => {
    const twice = customer().TaxId;
    const wrong = [
      insert('nina.north', { RegionId: '00000000-0000-4000-8000-000000000009' }),
      insert('sara.south', { TaxId: twice }),
      insert('nils.north', { TaxId: twice }),
    ];
    const right = together(40);
    const [region, ...same] = await Promise.all(wrong);
    expect(region.body.ErrorDetails).toEqual([expect.objectContaining({ FieldName: 'RegionId' })]);
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const answers = (await right).map(([, answer]) => answer);
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const ids = answers.map(({ body }) => body.Result.Id);
    const [{ count }] = await app.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM platform.change WHERE record_id = ANY($1::uuid[])',
      [ids],
    );
    expect(count).toBe(40);
    const refused = await app.query('SELECT FROM platform.operation WHERE id = $1', [region.body.CorrelationId]);
    expect(refused).toEqual([]);
  });

  it('leave a caller whose role was taken away without access', async () => {
    const ada = app.as('ada.admin');
    const roles = await app.query<{ id: string }>(
      `SELECT "Id" AS id FROM ${await app.schema()}."UserRole" WHERE "UserId" = $1`,
      [USER.nils],
    );
    const Match = { Filters: [{ FieldName: 'Id', Operator: 'IN', Value: roles.map(({ id }) => id) }] };
    expect((await ada.send('DELETE', '/records/delete', { EntityName: 'UserRole', WhereClause: Match })).status).toBe(
      200,
    );
    const answers = await Promise.all(CALLERS.map((caller) => insert(caller)));
    expect(answers.map(({ status }) => status)).toEqual(CALLERS.map((caller) => (caller === 'nils.north' ? 403 : 200)));
  });
});
