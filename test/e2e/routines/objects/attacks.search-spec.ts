import { PRODUCT, product } from '../../../support/demo.js';
import { type Answer, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { ATTEMPTS } from './attempts.js';

const TIMEOUT_MS = 1_500;
let made = 0;

interface Made {
  readonly insert: Answer;
  readonly call: () => Promise<Answer>;
}

/** Advisory locks in this test's database; other tests hold some in theirs. */
const OWN_LOCKS = `locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
/** Other test files create environments with their roles in the same cluster. */
const OWN_ROLES = `rolname !~ '^env_'`;

// Requirement: S2
describe('a hostile database routine', () => {
  let app: TestApp;
  let own: string;
  let other: string;
  let service: string;
  beforeAll(async () => {
    app = await TestApp.start({ STATEMENT_TIMEOUT_MS: String(TIMEOUT_MS) });
    own = await app.schema();
    other = await app.schema(SOUTHBAY);
    [{ service }] = await app.query<{ service: string }>('SELECT current_user AS service');
    // The first call makes the triggers of written rows, which the counts below would tell as a change.
    await (await withBody('RETURN 1;', { AllowWrites: true })).call();
  });
  afterAll(() => app.stop());

  const register = (fields: Readonly<Record<string, unknown>>): Promise<Answer> =>
    app.as('ada.admin').insert('DatabaseObject', { ObjectType: 2, ReturnType: 'Text', ...fields });
  const define = (name: string, body: string): string =>
    `CREATE FUNCTION "${name}"() RETURNS text LANGUAGE plpgsql AS $body$ BEGIN ${body} END $body$`;

  /** Registers a function of this body and gives its call. */
  async function withBody(body: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Made> {
    const ObjectName = `Attack${++made}`;
    const insert = await register({ ObjectName, Definition: define(ObjectName, body), ...fields });
    const call = (): Promise<Answer> =>
      app.as('omar.outside').send('POST', '/database/execute', { ObjectName, ObjectType: 2 });
    return { insert, call };
  }

  const facts = async (): Promise<unknown> =>
    app.query(
      `SELECT (SELECT count(*) FROM platform.change) AS changes, (SELECT count(*) FROM platform.operation) AS operations,
         (SELECT count(*) FROM pg_class) AS relations, (SELECT count(*) FROM pg_proc) AS routines,
         (SELECT count(*) FROM pg_roles WHERE ${OWN_ROLES}) AS roles,
         (SELECT count(*) FROM pg_locks WHERE ${OWN_LOCKS}) AS locks,
         (SELECT sum("UnitPrice") FROM "${own}"."Product") AS prices`,
    );

  describe.each([false, true])('AllowWrites %s: it cannot', (AllowWrites) => {
    const harmless = AllowWrites ? ['write', 'write after all'] : [];
    it.each(ATTEMPTS.filter(([name]) => !harmless.includes(name)))('%s', async (_, body) => {
      const { insert, call } = await withBody(body({ own, other, service }), { AllowWrites });
      expect({ status: insert.status, text: insert.text }).toEqual({ status: 200, text: insert.text });
      const before = await facts();
      const answer = await call();
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 400, text: answer.text });
      expect(answer.body.Errors[0]).not.toMatch(/relation|platform|env_|schema|SELECT/i);
      expect(await facts()).toEqual(before);
    });
  });

  it('keeps the role of its environment, whatever it resets', async () => {
    const { call } = await withBody(
      `RESET ROLE; RESET SESSION AUTHORIZATION; EXECUTE format('SET ROLE %I', session_user);
       RETURN concat(current_user, ' ', session_user);`,
    );
    expect((await call()).body.Result.ReturnValue).toMatch(new RegExp(`^(${own}_code_[0-9a-f]{6}) \\1$`));
  });

  it('sees no statements of other sessions', async () => {
    const { call } = await withBody(
      `RETURN (SELECT string_agg(DISTINCT query, ';') FROM pg_stat_activity WHERE usename <> session_user AND query <> '');`,
    );
    expect((await call()).body.Result.ReturnValue).toBe('<insufficient privilege>');
  });

  it.each([
    ['sleeps', 'PERFORM pg_sleep(60); RETURN 1;'],
    ['loops', 'LOOP END LOOP;'],
    ['lifts its time-out first', `SET statement_timeout = 0; PERFORM pg_sleep(60); RETURN 1;`],
    [
      'catches its time-out',
      'LOOP BEGIN PERFORM pg_sleep(60); EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP;',
    ],
  ])('is cancelled when it %s', async (_, body) => {
    const { call } = await withBody(body);
    const startedAt = Date.now();
    const { status, body: answer } = await call();
    expect({ status, code: answer.ErrorDetails[0].Code }).toEqual({ status: 504, code: 'QueryTimeout' });
    expect(Date.now() - startedAt).toBeLessThan(TIMEOUT_MS + 3_000);
    await until('its session has ended', async () => {
      const sessions = await app.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%Attack%' AND pid <> pg_backend_pid()`,
      );
      return sessions.length === 0;
    });
  });

  it.each([
    ['its value', `RETURN repeat('x', 200000000);`],
    ['its error', `RAISE EXCEPTION '%', repeat('x', 200000000);`],
    ['its notices', `LOOP RAISE NOTICE '%', repeat('x', 10000000); END LOOP;`],
  ])('cannot flood the service with %s', async (_, body) => {
    const { call } = await withBody(body);
    const { status, text } = await call();
    // PostgreSQL may run out of memory before the answer is too large.
    expect([400, 503, 504]).toContain(status);
    expect(text.length).toBeLessThan(5_000);
    expect((await app.as('ada.admin').get('/access')).status).toBe(200);
  });

  it('leaves no setting or listener behind for the next session', async () => {
    const { call } = await withBody(
      `PERFORM set_config('search_path', 'x', false), set_config('app.loot', 'yes', false);
       EXECUTE 'LISTEN loot'; EXECUTE 'DEALLOCATE ALL'; RETURN 1;`,
    );
    const look = await withBody(
      `RETURN concat(current_setting('app.loot', true), '|', (SELECT count(*) FROM pg_listening_channels()));`,
    );
    expect((await call()).status).toBe(200);
    expect((await look.call()).body.Result.ReturnValue).toBe('|0');
  });

  it('cannot change a row’s identity, author or status', async () => {
    for (const column of [
      '"Id" = gen_random_uuid()',
      '"CreatedBy" = "Id"',
      '"OwnerId" = "Id"',
      '"RecordInformationId" = "Id"',
    ]) {
      const { call } = await withBody(`UPDATE "Product" SET ${column} WHERE "Id" = '${PRODUCT.water}'; RETURN 1;`, {
        AllowWrites: true,
      });
      const { status, body } = await call();
      expect({ status, message: body.Errors[0] }).toEqual({
        status: 400,
        message: expect.stringContaining('may not change'),
      });
    }
  });

  it('gets audit columns on what it inserts, whatever it claims', async () => {
    const { Sku } = product();
    const { insert, call } = await withBody(
      `INSERT INTO "Product" ("Sku", "Name", "Category", "UnitPrice", "StockQuantity", "RowVersion", "CreatedBy", "OwnerId", "IsDeleted", "RecordInformationId")
       SELECT '${String(Sku)}', 'Forged', "Category", 1, 0, 99, "Id", "Id", true, "Id" FROM "Product" LIMIT 1; RETURN 1;`,
      { AllowWrites: true },
    );
    expect(insert.status).toBe(200);
    const answer = await call();
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: answer.text });
    const [row] = (await app.as('ada.admin').select('Product', { WhereClause: where('Sku', 'EqualTo', Sku) })).body
      .Result;
    const omar = (
      await app.as('ada.admin').select('User', { WhereClause: where('UserName', 'EqualTo', 'omar.outside') })
    ).body.Result[0].Id;
    expect(row).toMatchObject({ RowVersion: 1, CreatedBy: omar, OwnerId: omar, IsDeleted: false });
    const [{ new: image }] = await app.query<{ new: unknown }>(
      'SELECT new FROM platform.change WHERE correlation_id = $1',
      [answer.body.CorrelationId],
    );
    expect(image).toEqual(row);
    const again = await call();
    expect({ status: again.status, code: again.body.ErrorDetails[0].Code }).toEqual({ status: 409, code: 'Conflict' });
  });

  it('cannot store invalid numbers', async () => {
    const { call } = await withBody(
      `UPDATE "Product" SET "UnitPrice" = 'NaN' WHERE "Id" = '${PRODUCT.water}'; RETURN 1;`,
      { AllowWrites: true },
    );
    expect((await call()).status).toBe(400);
  });

  it('cannot end the transaction of its call', async () => {
    const ObjectName = `Attack${++made}`;
    const Definition = `CREATE PROCEDURE "${ObjectName}"() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END $$`;
    await register({ ObjectName, ObjectType: 1, ReturnType: null, Definition, AllowWrites: true });
    const { status, body } = await app
      .as('omar.outside')
      .send('POST', '/database/execute', { ObjectName, ObjectType: 1 });
    expect({ status, message: body.Errors[0] }).toEqual({ status: 400, message: expect.stringContaining('COMMIT') });
  });
});
