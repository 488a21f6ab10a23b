import { behindLocks, duringEach, sessionsWait } from '../../../support/behind-locks.js';
import { MOST_ATTEMPTS } from '#platform/process/scheduling/attempts.js';
import { type Answer, assignments, byId, type Caller, match, TestApp, where } from '../../../support/test-app.js';

const entity = (EntityName: string) => match('EntityName', EntityName);
const bulk = (caller: Caller, rows: readonly (readonly unknown[])[], Options?: unknown): Promise<Answer> =>
  caller.send('POST', '/records/bulk-insert', { EntityName: 'Ship', Fields: ['Length'], Values: rows, Options });

const LIFECYCLE = {
  Name: 'Voyage',
  EntityName: 'Ship',
  Statuses: [{ Name: 'Docked', IsInitial: true }, { Name: 'Sailing' }],
  Transitions: [{ Name: 'Sail', FromStatus: 'Docked', ToStatus: 'Sailing' }],
};
const INT = { FieldType: 'Int' };
const COMPUTED = { FieldType: 'Computed', Expression: 'Length + 1', ResultType: 'Int' };
const ALL = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All' };

// Requirement: T67
// See docs/definitions.md#definitions-and-writes-at-the-same-time
describe('requests under way while definitions change', () => {
  let app: TestApp;
  let ada: Caller;
  let kim: Caller;
  let schema: string;
  let sailing: string;
  let captainId: string;
  let number = 0;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    kim = app.as('kim.keller');
    schema = await app.schema();
    const Fields = [
      { FieldName: 'Length', FieldType: 'Int' },
      { FieldName: 'Code', FieldType: 'Text', Unique: true },
    ];
    await ada.inserted('Entity', { EntityName: 'Ship', Fields });
    await ada.inserted('Entity', { EntityName: 'Buoy', Fields: [{ FieldName: 'Name', FieldType: 'Text' }] });
    const made = await ada.send('POST', '/blueprints', LIFECYCLE);
    sailing = made.body.Result.Statuses[1].Id as string;
    captainId = await ada.inserted('Role', { Name: 'Captain' });
    await ada.inserted('RoleAccess', { RoleId: captainId, EntityName: 'Ship', ...ALL });
    const UserId = await ada.inserted('User', { UserName: 'kim.keller', DisplayName: 'Kim' });
    await ada.inserted('UserRole', { UserId, RoleId: captainId });
  });
  afterAll(() => app.stop());

  const ship = (fields: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    ada.inserted('Ship', { Length: 10, ...fields });
  const field = (EntityName: string) =>
    ada.inserted('Field', { EntityId: entity(EntityName), FieldName: `F${++number}`, FieldType: 'Int' });
  const rule = (WhereClause: unknown) =>
    ada.inserted('Rule', { EntityId: entity('Ship'), Name: `R${++number}`, WhereClause, Message: 'Too long.' });
  const countOf = async (sql = 'true') =>
    (await app.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${schema}"."Ship" WHERE ${sql}`))[0].n;

  /** Keeps writes away from ships. */
  const lock = (): string => `LOCK TABLE "${schema}"."Ship" IN SHARE ROW EXCLUSIVE MODE`;
  /** Answers a request that waits for a lock of ships while something else happens. */
  const during = (request: () => Promise<Answer>, change: () => Promise<unknown>): Promise<Answer> =>
    behindLocks(app, [lock()], async (release) => {
      const answer = request();
      await sessionsWait(app, 1);
      await change();
      await release();
      return answer;
    });

  const move = async (): Promise<() => Promise<Answer>> => {
    const { RecordInformationId: id } = await ada.row('Ship', await ship());
    return () => kim.send('PUT', `/status/update?recordId=${id}&nextStatusId=${sailing}`);
  };
  const WRITES: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
    insert: async () => () => kim.insert('Ship', { Length: 1 }),
    'insert with a key': async () => () =>
      kim.insert('Ship', { Length: 1 }, { 'Idempotency-Key': `k${++number}`, Prefer: 'return=id' }),
    update: async () => {
      const id = await ship();
      return () => kim.update('Ship', { Length: 2 }, byId(id));
    },
    delete: async () => {
      const id = await ship();
      return () => kim.delete('Ship', byId(id));
    },
    'bulk insert': async () => () => bulk(kim, [[1], [2], [3]], { BatchSize: 1 }),
    'atomic batch': async () => () =>
      kim.batch([{ Operation: 'Insert', EntityName: 'Ship', Fields: assignments({ Length: 1 }) }]),
    'independent batch': async () => () =>
      kim.batch([{ Operation: 'Insert', EntityName: 'Ship', Fields: assignments({ Length: 1 }) }], {
        Mode: 'Independent',
      }),
    upsert: async () => () => kim.upsert('Ship', ['Code'], { Code: `c${++number}`, Length: 1 }),
    move,
    'move of many': async () => {
      const { RecordInformationId: id } = await ada.row('Ship', await ship());
      return () => kim.send('POST', '/status/bulk-update', { RecordIds: [id], NextStatusId: sailing });
    },
  };

  it.each(Object.keys(WRITES))('%s: another entity gets a field', async (name) => {
    const write = await WRITES[name]();
    const answer = await during(write, () => field('Buoy'));
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
  });

  it.each(Object.keys(WRITES))('%s: its own entity gets a rule that it meets', async (name) => {
    const write = await WRITES[name]();
    const answer = await during(write, () => rule(where('Length', 'NotEqualTo', 7_777)));
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
  });

  it.each([
    ['insert', () => kim.insert('Ship', { Length: 1 })],
    ['bulk insert', () => bulk(kim, [[1], [2]], { BatchSize: 1 })],
  ])('%s: answers 503 when its entity changes again and again', async (_, write) => {
    const before = await countOf();
    const { status, headers, body } = await duringEach(app, [MOST_ATTEMPTS, lock()], write, () =>
      rule(where('Length', 'NotEqualTo', 7_779)),
    );
    expect([status, headers.get('retry-after'), body.ErrorDetails[0].Code]).toEqual([503, '1', 'Unavailable']);
    expect(await countOf()).toBe(before);
    expect((await write()).status).toBe(200);
  });

  it('stores a bulk insert once when it is prepared anew', async () => {
    const before = await countOf();
    const rows = Array.from({ length: 10_000 }, () => [5]);
    const answer = await during(
      () => bulk(kim, rows),
      () => rule(where('Length', 'NotEqualTo', 7_778)),
    );
    expect([answer.status, answer.body.Result.Inserted]).toEqual([200, 10_000]);
    expect(await countOf()).toBe(before + 10_000);
  });

  it('refuses a write by a rule that came while it ran', async () => {
    const before = await countOf();
    const short = { Filters: [{ FieldName: 'Length', Operator: 'LessThanOrEqualTo', Value: 500 }] };
    const inserted = await during(
      () => kim.insert('Ship', { Length: 501 }),
      () => rule(short),
    );
    expect([inserted.status, inserted.body.Errors]).toEqual([400, ['Too long.']]);
    const many = { ...short, Filters: [{ ...short.Filters[0], Value: 400 }] };
    const bulky = await during(
      () => bulk(kim, [[1], [401]], { BatchSize: 1 }),
      () => rule(many),
    );
    expect([bulky.status, bulky.body.ErrorDetails[0].Message]).toEqual([400, 'Too long.']);
    expect(await countOf()).toBe(before);
  });

  it.each([
    ['insert', () => kim.insert('Ship', { Length: 1 })],
    ['bulk insert', () => bulk(kim, [[1], [2]], { BatchSize: 1 })],
  ])('%s: refuses a caller who loses the right while it runs', async (_, write) => {
    const access = where('EntityName', 'EqualTo', 'Ship');
    const answer = await during(write, () => ada.update('RoleAccess', { Create: 'None' }, access));
    expect([answer.status, answer.body.ErrorDetails[0].Code]).toEqual([403, 'ScopeNone']);
    await ada.update('RoleAccess', { Create: 'All' }, access);
    const role = where('RoleId', 'EqualTo', captainId);
    const later = await during(write, async () => {
      await ada.delete('UserRole', role);
      await rule(where('Length', 'NotEqualTo', 7_780));
    });
    expect([later.status, later.body.ErrorDetails[0].Code]).toEqual([403, 'ScopeNone']);
    const UserId = match('UserName', 'kim.keller');
    await ada.inserted('UserRole', { UserId, RoleId: captainId });
  });

  /** Answers a request that begins by the old definitions, while their change waits for readers of ships. */
  const behindChange = (change: () => Promise<Answer>, request: () => Promise<Answer>): Promise<Answer> =>
    behindLocks(app, [`SELECT FROM "${schema}"."Ship" LIMIT 1`], async (release) => {
      const changed = change();
      await sessionsWait(app, 1);
      const answer = request();
      await sessionsWait(app, 2);
      await release();
      expect((await changed).status).toBe(200);
      return answer;
    });

  /** Deletes a new field of ships while a request that began by the old definitions waits. */
  const withoutField = async (
    requestOf: (fieldName: string) => Promise<Answer>,
    members: object = INT,
  ): Promise<Answer> => {
    const FieldName = `Old${++number}`;
    const id = await ada.inserted('Field', { EntityId: entity('Ship'), FieldName, ...members });
    return behindChange(
      () => ada.delete('Field', byId(id)),
      () => requestOf(FieldName),
    );
  };

  it.each<[string, (fieldName: string) => Promise<Answer>]>([
    ['insert', (name) => kim.insert('Ship', { Length: 1, [name]: 1 })],
    ['update', (name) => kim.update('Ship', { [name]: 1 }, where('Length', 'EqualTo', 10))],
    [
      'bulk insert',
      (name) =>
        kim.send('POST', '/records/bulk-insert', { EntityName: 'Ship', Fields: ['Length', name], Values: [[1, 1]] }),
    ],
  ])('%s: names a field that is deleted while it waits', async (_, requestOf) => {
    const answer = await withoutField(requestOf);
    expect([answer.status, answer.body.ErrorDetails[0].Code]).toEqual([400, 'UnknownField']);
  });

  it.each<[string, () => Promise<Answer>]>([
    ['update', () => kim.update('Ship', { Length: 3 }, where('Length', 'EqualTo', 77))],
    ['insert', () => kim.insert('Ship', { Length: 4 })],
  ])('%s: its own entity loses a field that it does not name', async (_, request) => {
    const answer = await withoutField(request);
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
  });

  const named = (name: string): Promise<Answer> =>
    kim.select('Ship', { SelectedFields: [name], WhereClause: where('Length', 'EqualTo', 1) });

  it('refuses a query of a field whose column is dropped while it waits', async () => {
    const answer = await withoutField(named, COMPUTED);
    expect([answer.status, answer.body.ErrorDetails[0].Code]).toEqual([400, 'UnknownField']);
  });

  it.each<[string, (id: string) => Promise<Answer>]>([
    ['select', (id) => kim.select('Ship', { WhereClause: byId(id) })],
    ['record', (id) => kim.get(`/records/Ship/${id}`)],
  ])('%s: reads anew where a column is dropped while it waits', async (_, read) => {
    const id = await ship({ Length: 1 });
    const answer = await withoutField(() => read(id), COMPUTED);
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
  });
});
