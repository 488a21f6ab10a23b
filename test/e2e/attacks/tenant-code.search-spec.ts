import { PRODUCT, product } from '../../support/demo.js';
import { type Answer, byId, DEVELOPMENT, type Place, SOUTHBAY, TestApp, where } from '../../support/test-app.js';
import { until } from '../../support/until.js';

let made = 0;

describe.each([1, 2])('tenant code, on %i node(s)', (count) => {
  const nodes: TestApp[] = [];
  let northgate: string;
  let southbay: string;
  beforeAll(async () => {
    nodes.push(await TestApp.start());
    if (count === 2) nodes.push(await nodes[0].startAnother());
    [northgate, southbay] = await Promise.all([nodes[0].schema(), nodes[0].schema(SOUTHBAY)]);
    await nodes[0].as('bob.bay', SOUTHBAY).inserted('Product', product());
    // The first call makes the triggers of written rows.
    await (
      await define('RETURN 1;')
    )();
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop();
  });

  /** Registers a function on the first node. @returns its call, on the last node */
  async function define(
    body: string,
    {
      AllowWrites = true,
      user = 'bob.bay',
      place = SOUTHBAY,
    }: { AllowWrites?: boolean; user?: string; place?: Place } = {},
  ): Promise<() => Promise<Answer>> {
    const ObjectName = `Left${++made}`;
    const Definition = `CREATE FUNCTION "${ObjectName}"() RETURNS text LANGUAGE plpgsql AS $f$ BEGIN ${body} END $f$`;
    const fields = { ObjectName, ObjectType: 2, ReturnType: 'Text', Definition, AllowWrites };
    await nodes[0].as(user, place).inserted('DatabaseObject', fields);
    return async () => {
      let answer: Answer;
      // Another node learns of new definitions within a second.
      await until('the object is known', async () => {
        answer = await nodes.at(-1)!.as(user, place).send('POST', '/database/execute', { ObjectName, ObjectType: 2 });
        return answer.status !== 404;
      });
      return answer!;
    };
  }

  const facts = (): Promise<unknown> =>
    nodes[0].query(
      `SELECT (SELECT count(*) FROM platform.change) AS changes, (SELECT count(*) FROM platform.operation) AS operations,
         (SELECT count(*) FROM platform.object_call) AS calls, (SELECT count(*) FROM pg_proc) AS routines,
         (SELECT count(*) FROM pg_class) AS relations, (SELECT count(*) FROM pg_largeobject_metadata) AS objects,
         (SELECT array_agg("UnitPrice"::text ORDER BY "Id") FROM "${southbay}"."Product") AS prices`,
    );
  const refused = (answer: Answer) => ({ status: answer.status, code: answer.body?.ErrorDetails?.[0]?.Code });
  const REFUSED = { status: 400, code: 'Validation' };

  it('gains no other role at COMMIT, where a holdable cursor reads', async () => {
    const call = await define(
      `EXECUTE format('DECLARE hc CURSOR WITH HOLD FOR SELECT query_to_xml(%L, true, false, '''')',
         'SELECT * FROM ${northgate}."Customer"');
       RETURN current_user || ' ' || session_user;`,
    );
    const before = await facts();
    expect(refused(await call())).toEqual(REFUSED);
    expect(await facts()).toEqual(before);
  });

  it.each([
    ['a table of the platform', `SELECT query_to_xml('SELECT * FROM platform.change', true, false, '')`],
    ['the key of claims', `SELECT query_to_xml('SELECT * FROM platform.routine_key', true, false, '')`],
    ['a file', `SELECT pg_read_file('/etc/hostname')`],
    ['a large object', `SELECT lo_put(7654321, 0, 'x')`],
  ])('reaches no foreign data at COMMIT: %s', async (_, statement) => {
    const call = await define(
      `UPDATE "Product" SET "UnitPrice" = "UnitPrice" + 1;
       EXECUTE $q$DECLARE hc CURSOR WITH HOLD FOR ${statement}$q$; RETURN 1;`,
    );
    const before = await facts();
    expect(refused(await call())).toEqual(REFUSED);
    expect(await facts()).toEqual(before);
  });

  it('leaves nothing behind after an allowed cursor', async () => {
    const call = await define(
      `EXECUTE 'DECLARE hc CURSOR WITH HOLD FOR SELECT count(*) FROM "Product"'; RETURN (SELECT count(*) FROM pg_cursors WHERE name = 'hc');`,
    );
    expect((await call()).body.Result.ReturnValue).toBe('1');
    expect((await call()).body.Result.ReturnValue).toBe('1');
  });

  it('writes nothing after its call has ended', async () => {
    await define(`UPDATE "Product" SET "UnitPrice" = "UnitPrice" + 1; RETURN 1;`);
    const writer = `Left${made}`;
    const atCommit = await define(`EXECUTE 'DECLARE hc CURSOR WITH HOLD FOR SELECT "${writer}"()'; RETURN 1;`);
    const endsItself = await define(
      `UPDATE "Product" SET "UnitPrice" = "UnitPrice" + 1; PERFORM * FROM "callEnd"(NULL); RETURN 1;`,
    );
    const writesAfter = await define(
      `PERFORM * FROM "callEnd"(NULL); UPDATE "Product" SET "UnitPrice" = "UnitPrice" + 1; RETURN 1;`,
    );
    const before = await facts();
    for (const call of [atCommit, endsItself, writesAfter]) expect(refused(await call())).toEqual(REFUSED);
    expect(await facts()).toEqual(before);
  });

  it('cannot start a second call, with forged claims or none', async () => {
    const forged = `'{"role":"' || session_user || '","environmentId":"x"}', sha256('x')`;
    const calls = await Promise.all([
      ...[forged, 'NULL, NULL', `'', ''`].map((claims) => define(`PERFORM "callBegin"(${claims}); RETURN 1;`)),
      define(`PERFORM "callFollow"(); RETURN 1;`, { AllowWrites: false }),
    ]);
    const before = await facts();
    for (const call of calls) expect(refused(await call())).toEqual(REFUSED);
    expect(await facts()).toEqual(before);
  });

  it('may call the function that refreshes parents repeatedly with the same result', async () => {
    const ada = nodes[0].as('ada.admin');
    const [line] = (await ada.select('OrderLine', { Pager: { PageSize: 1 } })).body.Result;
    const before = await ada.row('Order', line.OrderId);
    const call = await define(
      `UPDATE "OrderLine" SET "Quantity" = "Quantity" + 1 WHERE "Id" = '${line.Id}';
       PERFORM "callFollow"(); PERFORM "callFollow"(); RETURN "callFollow"();`,
      { user: 'ada.admin', place: DEVELOPMENT },
    );
    const answer = await call();
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    expect(answer.body).toMatchObject({ RecordAffected: 1, Result: { ReturnValue: null } });
    const after = await ada.row('Order', line.OrderId);
    const lines = (await ada.select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', line.OrderId) })).body
      .Result;
    const total = lines.reduce((sum: number, { LineTotal }: { LineTotal: number }) => sum + LineTotal, 0);
    expect(after.Total).toBeCloseTo(total, 2);
    expect(after.Total).not.toBe(before.Total);
    expect(after.RowVersion).toBe(before.RowVersion + 1);
  });

  it.each([
    ['its password', `EXECUTE format('ALTER ROLE %I PASSWORD %L', session_user, 'mine');`],
    ['read-only transactions', `EXECUTE format('ALTER ROLE %I SET default_transaction_read_only = on', session_user);`],
    [
      'a setting in this database',
      `EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = 1', session_user, current_database());`,
    ],
    ['an unusable library', `EXECUTE format('ALTER ROLE %I SET local_preload_libraries = nowhere', session_user);`],
  ])('spoils its own role for nobody: %s', async (_, statement) => {
    const call = await define(`${statement} RETURN 1;`);
    expect((await call()).status).toBe(200);
    const next = await define(`UPDATE "Product" SET "UnitPrice" = "UnitPrice"; RETURN 2;`);
    const answer = await next();
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: answer.text });
  });

  it.each([
    ['advisory locks', 'PERFORM pg_advisory_lock(i) FROM generate_series(1, 15000) i; PERFORM pg_sleep(3); RETURN 1;'],
    ['large objects', 'PERFORM lo_unlink(lo_create(0)) FROM generate_series(1, 15000); PERFORM pg_sleep(3); RETURN 1;'],
  ])('stops no write of the server by %s', async (_, body) => {
    const call = await define(body, { AllowWrites: false });
    const attack = call();
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) {
      const { status } = await nodes[0].as('ada.admin', DEVELOPMENT).insert('Product', product());
      statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(refused(await attack)).toEqual(REFUSED);
  });

  it('wakes no node, because the notification channel is secret', async () => {
    const call = await define(`NOTIFY platform_change, 'x'; RETURN (SELECT count(*) FROM pg_listening_channels());`);
    expect((await call()).body.Result.ReturnValue).toBe('0');
    expect((await nodes[0].as('ada.admin').select('Product', { WhereClause: byId(PRODUCT.water) })).status).toBe(200);
  });
});
