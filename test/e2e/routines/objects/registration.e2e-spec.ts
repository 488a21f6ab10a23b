import { type Answer, type Row, TestApp, where } from '../../../support/test-app.js';

describe('definition records of database routines', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const record = (Definition: string): Readonly<Record<string, unknown>> => ({
    ObjectName: 'Try',
    ObjectType: 2,
    ReturnType: 'Int',
    Definition,
  });
  const call = (ObjectName = 'Try'): Promise<Answer> =>
    app.as('nina.north').send('POST', '/database/execute', { ObjectName, ObjectType: 2 });
  const head = 'CREATE OR REPLACE FUNCTION "Try"() RETURNS bigint';

  it.each([
    ['a syntax error', `${head} LANGUAGE sql AS $$ SELEC 1 $$`, 'syntax error at or near "SELEC"'],
    ['an unknown table', `${head} LANGUAGE sql AS $$ SELECT count(*) FROM "Nix" $$`, 'relation "Nix" does not exist'],
    ['another result', 'CREATE FUNCTION "Try"() RETURNS text LANGUAGE sql AS $$ SELECT NULL $$', 'Definition declares'],
    ['a default', 'CREATE FUNCTION "Try"(a bigint DEFAULT 1) RETURNS bigint LANGUAGE sql AS $$ SELECT 1 $$', 'DEFAULT'],
    ['C', `${head} LANGUAGE c AS 'libc', 'system'`, 'LANGUAGE'],
    ['another statement', 'DROP TABLE "Customer"', 'must begin with CREATE'],
  ])('are refused with %s, and nothing is stored', async (_, definition, message) => {
    const { status, body } = await app.as('ada.admin').insert('DatabaseObject', record(definition));
    expect({ status, message: body.Errors[0] }).toEqual({ status: 400, message: expect.stringContaining(message) });
    expect((await call()).status).toBe(404);
  });

  it('take effect at once when created, changed, renamed or dropped, under the required permission', async () => {
    const ada = app.as('ada.admin');
    const body = (n: number): string => `${head} LANGUAGE sql AS $$ SELECT ${n}::bigint $$`;
    expect((await ada.insert('DatabaseObject', record(body(1)))).status).toBe(200);
    expect((await call('try')).body.Result.ReturnValue).toBe(1);
    expect(
      (await ada.update('DatabaseObject', { Definition: body(2) }, where('ObjectName', 'EqualTo', 'Try'))).status,
    ).toBe(200);
    expect((await call()).body.Result.ReturnValue).toBe(2);
    const renamed = { ObjectName: 'Tried', Definition: body(3).replace('"Try"', '"Tried"'), RequiredPermission: 'Nix' };
    expect((await ada.update('DatabaseObject', renamed, where('ObjectName', 'EqualTo', 'Try'))).status).toBe(200);
    expect((await call()).status).toBe(404);
    expect((await call('Tried')).body.ErrorDetails[0].Code).toBe('PermissionRequired');
    expect((await ada.delete('DatabaseObject', where('ObjectName', 'EqualTo', 'Tried'))).status).toBe(200);
    expect((await call('Tried')).status).toBe(404);
    expect(await app.query(`SELECT FROM pg_proc WHERE proname IN ('Try', 'Tried')`)).toEqual([]);
  });

  it('log a warning for a routine that every member may run, and none for one with a permission', async () => {
    const ada = app.as('ada.admin');
    const open = record(`${head} LANGUAGE sql AS $$ SELECT 1::bigint $$`);
    const { body } = await ada.insert('DatabaseObject', open);
    expect(body.Log).toEqual(['Try has no RequiredPermission: every member of the environment may run it.']);
    const closed = await ada.update(
      'DatabaseObject',
      { RequiredPermission: 'Nix' },
      where('ObjectName', 'EqualTo', 'Try'),
    );
    expect(closed.body.Log).toEqual([]);
    const reopened = await ada.upsert('DatabaseObject', ['ObjectName'], {
      ObjectName: 'Try',
      RequiredPermission: null,
    });
    expect(reopened.body.Log).toEqual(body.Log);
    expect((await ada.delete('DatabaseObject', where('ObjectName', 'EqualTo', 'Try'))).body.Log).toEqual([]);
  });

  it('can read entities that are defined later', async () => {
    const ada = app.as('ada.admin');
    const entity = await ada.insert('Entity', {
      EntityName: 'Later',
      Fields: [{ FieldName: 'Name', FieldType: 'Text' }],
    });
    expect({ status: entity.status, text: entity.text }).toMatchObject({ status: 200 });
    expect(
      (await ada.insert('DatabaseObject', record(`${head} LANGUAGE sql AS $$ SELECT count(*) FROM "Later" $$`))).status,
    ).toBe(200);
    expect((await call()).body.Result.ReturnValue).toBe(0);
  });

  it('can read an entity that the same batch defines', async () => {
    const ada = app.as('ada.admin');
    const insert = (EntityName: string, fields: Row): Row => ({
      Operation: 'Insert',
      EntityName,
      Fields: Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value })),
    });
    const Definition =
      'CREATE OR REPLACE FUNCTION "CountBeside"() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM "Beside" $$';
    const Steps = [
      insert('DatabaseObject', { ...record(Definition), ObjectName: 'CountBeside' }),
      insert('Entity', { EntityName: 'Beside', Fields: [{ FieldName: 'Name', FieldType: 'Text' }] }),
    ];
    expect(await ada.send('POST', '/records/batch', { Steps })).toMatchObject({ status: 200 });
    expect((await call('CountBeside')).body.Result.ReturnValue).toBe(0);
  });
});
