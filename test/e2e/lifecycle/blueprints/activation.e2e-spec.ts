import { until } from '../../../support/until.js';
import { refused } from '../../../support/refusal.js';
import { byId, type Caller, match, type Row, TestApp, where } from '../../../support/test-app.js';
import { createTickets, entityNamed, newStatuses, statusRows, ticketLifecycle } from './tickets.js';

interface HistoryRow extends Row {
  readonly FromStatusId: string | null;
  readonly ToStatusId: string;
  readonly SecondsInStatus: number | null;
}

// See docs/definitions.md#activation-of-a-lifecycle
describe('activating a lifecycle', () => {
  let app: TestApp;
  let ada: Caller;
  let schema: string;
  const first = newStatuses();
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    schema = await app.schema();
    await createTickets(ada);
    const board = { EntityName: 'Board', Fields: [{ FieldName: 'Name', FieldType: 'Text' }] };
    await ada.inserted('Entity', { ...board, AllowSoftDelete: true });
  });
  afterAll(() => app.stop());

  const history = async (recordId: unknown): Promise<readonly HistoryRow[]> => {
    const Sort = [{ FieldName: 'ChangedOn' }];
    const { body } = await ada.select('StatusHistory', { WhereClause: where('RecordId', 3, recordId), Sort });
    return body.Result as HistoryRow[];
  };
  const activate = (id: string, IsActive = true) => ada.update('Lifecycle', { IsActive }, byId(id));
  let tickets: readonly Row[];
  let lifecycleId: string;

  it('gives existing records, deleted ones too, the initial status and one history row', async () => {
    for (const Title of ['a', 'b', 'c']) await ada.inserted('Ticket', { Title });
    await ada.delete('Ticket', where('Title', 3, 'c'));
    tickets = (await ada.select('Ticket', { IncludeDeleted: true, Sort: [{ FieldName: 'Title' }] })).body.Result;
    expect(tickets.map(({ StatusId }) => StatusId)).toEqual([null, null, null]);
    const mark = await app.mark();
    const nina = await ada.select('User', { WhereClause: where('UserName', 3, 'ada.admin') });
    lifecycleId = await ada.inserted('Lifecycle', ticketLifecycle(first, { IsActive: false }));
    expect((await ada.row('Ticket', tickets[0].Id)).StatusId).toBeNull();
    const answer = await activate(lifecycleId);
    expect(answer.body.Errors).toEqual([]);
    const after = (await ada.select('Ticket', { IncludeDeleted: true, Sort: [{ FieldName: 'Title' }] })).body.Result;
    expect(after).toEqual(tickets.map((ticket) => ({ ...ticket, StatusId: first.open })));
    for (const { RecordInformationId, OwnerId } of tickets) {
      expect(await history(RecordInformationId)).toMatchObject([
        {
          EntityName: 'Ticket',
          FromStatusId: null,
          ToStatusId: first.open,
          TransitionId: null,
          UserId: nina.body.Result[0].Id,
          CorrelationId: answer.body.CorrelationId,
          SecondsInStatus: null,
          OwnerId,
        },
      ]);
    }
    expect((await app.changes(mark)).filter((change) => /Ticket|History/.test(change))).toEqual([]);
  });

  it('adds the index by status, beside writes', async () => {
    const indexes = (): Promise<readonly { readonly indexdef: string }[]> =>
      app.query(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename = 'Ticket' AND indexdef LIKE '%"StatusId"%'`,
        [schema],
      );
    await until('the index is made', async () => (await indexes()).length > 0);
    expect(await indexes()).toEqual([{ indexdef: expect.stringContaining('("StatusId", "CreatedOn", "Id")') }]);
  });

  it('leaves records where they stand when it ends, and leaves them alone when it comes back', async () => {
    await activate(lifecycleId, false);
    const free = await ada.inserted('Ticket', { Title: 'free' });
    expect((await ada.row('Ticket', free)).StatusId).toBeNull();
    expect((await ada.row('Ticket', tickets[0].Id)).StatusId).toBe(first.open);
    await activate(lifecycleId);
    const { StatusId, RecordInformationId } = await ada.row('Ticket', free);
    expect([StatusId, (await history(RecordInformationId)).length]).toEqual([first.open, 1]);
    expect(await history(tickets[0].RecordInformationId)).toHaveLength(1);
    expect((await activate(lifecycleId)).body.Errors).toEqual([]);
    expect(await history(tickets[0].RecordInformationId)).toHaveLength(1);
  });

  it('moves records out of the lifecycle that it replaces in one batch', async () => {
    const second = newStatuses();
    const next = await ada.inserted('Lifecycle', ticketLifecycle(second, { IsActive: false }));
    const update = (id: string, IsActive: boolean) => ({
      Operation: 'Update',
      EntityName: 'Lifecycle',
      Fields: [{ FieldName: 'IsActive', Value: IsActive }],
      WhereClause: byId(id),
    });
    const { body } = await ada.batch([update(next, true), update(lifecycleId, false)]);
    expect(body.Errors).toEqual([]);
    expect((await ada.row('Ticket', tickets[0].Id)).StatusId).toBe(second.open);
    const [, row] = await history(tickets[0].RecordInformationId);
    expect(row).toMatchObject({ FromStatusId: first.open, ToStatusId: second.open });
    expect(row.SecondsInStatus).toBeGreaterThanOrEqual(0);
  });

  it('changes nothing when it is refused', async () => {
    const mark = await app.mark();
    await refused(app, () => activate(lifecycleId), 409, 'Conflict');
    expect(await app.changes(mark)).toEqual([]);
  });

  it('recomputes rollups that count records by status', async () => {
    const Fields = [{ FieldName: 'BoardId', FieldType: 'Lookup', TargetId: entityNamed('Board') }];
    await ada.inserted('Entity', { EntityName: 'Card', AllowSoftDelete: true, Fields });
    const relation = { Name: 'Cards', ParentEntityId: entityNamed('Board'), ChildEntityId: entityNamed('Card') };
    await ada.inserted('Relation', { ...relation, ChildField: 'BoardId' });
    const statuses = newStatuses();
    const rollup = await ada.insert('Field', {
      EntityId: entityNamed('Board'),
      FieldName: 'OpenCards',
      FieldType: 'Rollup',
      RelationId: match('Name', 'Cards'),
      Function: 'Count',
      WhereClause: where('StatusId', 3, statuses.open),
    });
    expect(rollup.body.Errors).toEqual([]);
    const boardId = await ada.inserted('Board', { Name: 'one', Cards: [{}, {}] });
    expect((await ada.row('Board', boardId)).OpenCards).toBe(0);
    await ada.inserted('Lifecycle', ticketLifecycle(statuses, { EntityName: 'Card' }));
    expect((await ada.row('Board', boardId)).OpenCards).toBe(2);
  });

  it('takes many records at once', async () => {
    const Fields = [{ FieldName: 'Name', FieldType: 'Text' }];
    await ada.inserted('Entity', { EntityName: 'Crate', AllowSoftDelete: true, Fields });
    const id = await ada.inserted('Crate', { Name: 'pattern' });
    const columns = await app.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND attname NOT IN ('Id', 'RecordInformationId')`,
      [`"${schema}"."Crate"`],
    );
    const list = columns.map(({ name }) => name).join();
    await app.query(
      `INSERT INTO "${schema}"."Crate" ("Id", "RecordInformationId", ${list})
       SELECT gen_random_uuid(), gen_random_uuid(), ${list} FROM "${schema}"."Crate", generate_series(1, 20000)
       WHERE "Id" = $1`,
      [id],
    );
    await ada.inserted('Lifecycle', ticketLifecycle(newStatuses(), { EntityName: 'Crate' }));
    const [counts] = await app.query(
      `SELECT count(*)::int AS records, count("StatusId")::int AS standing, (SELECT count(*)::int
       FROM "${schema}"."StatusHistory" WHERE "EntityName" = 'Crate') AS history FROM "${schema}"."Crate"`,
    );
    expect(counts).toEqual({ records: 20_001, standing: 20_001, history: 20_001 });
  });

  // Requirement: T67
  it('misses no record that is inserted meanwhile', async () => {
    const statuses = newStatuses();
    const Fields = [{ FieldName: 'Name', FieldType: 'Text' }];
    await ada.inserted('Entity', { EntityName: 'Letter', AllowSoftDelete: true, Fields });
    const id = await ada.inserted('Lifecycle', ticketLifecycle(statuses, { EntityName: 'Letter', IsActive: false }));
    const stop = new AbortController();
    const insert = async (): Promise<readonly number[]> => {
      const answers: number[] = [];
      while (!stop.signal.aborted) answers.push((await ada.insert('Letter', { Name: 'x' })).status);
      return answers;
    };
    const writers = [insert(), insert(), insert(), insert()];
    for (let i = 0; i < 6; i++) {
      const answer = await activate(id, i % 2 === 0);
      expect([200, 503]).toContain(answer.status);
    }
    expect((await activate(id)).body.Errors).toEqual([]);
    stop.abort();
    const answers = (await Promise.all(writers)).flat();
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await activate(id)).body.Errors).toEqual([]);
    const [counts] = await app.query(
      `SELECT count(*)::int AS records, count(*) FILTER (WHERE l."StatusId" = $1 AND h.n = 1)::int AS started
       FROM "${schema}"."Letter" l
       LEFT JOIN LATERAL (SELECT count(*) AS n FROM "${schema}"."StatusHistory" s
         WHERE s."RecordId" = l."RecordInformationId" AND s."FromStatusId" IS NULL) h ON true`,
      [statuses.open],
    );
    const records = answers.filter((status) => status === 200).length;
    expect(counts).toEqual({ records, started: records });
    expect(records).toBeGreaterThan(0);
  });

  // Requirement: T59
  it('does not let a status go in which records stand, deleted ones too', async () => {
    const own = newStatuses();
    await createTickets(ada, 'Task');
    await ada.inserted('Lifecycle', ticketLifecycle(own, { EntityName: 'Task' }));
    for (const Title of ['a', 'b']) await ada.inserted('Task', { Title });
    await ada.delete('Task', where('Title', 3, 'b'));
    const lifecycle = where('EntityName', 3, 'Task');
    const [whole] = await refused(app, () => ada.delete('Lifecycle', lifecycle), 409, 'DeleteBlocked');
    expect(whole).toMatchObject({ Message: expect.stringContaining('2 records'), Params: { Count: 2 } });
    const fresh = { Id: newStatuses().open, Name: 'Fresh', IsInitial: true };
    const [open] = statusRows(own);
    const change = {
      Statuses: { Create: [fresh], Update: [{ Id: open.Id, IsInitial: false }], Delete: [] },
      Transitions: { Create: [{ Name: 'Move', FromStatusId: fresh.Id, ToStatusId: own.open }], Update: [], Delete: [] },
    };
    const changed = await ada.update('Lifecycle', change, lifecycle);
    expect(changed.body.Errors).toEqual([]);
    const replace = { Transitions: { Create: [{ Name: 'Skip', FromStatusId: fresh.Id, ToStatusId: own.doing }] } };
    expect((await ada.update('Lifecycle', replace, lifecycle)).body.Errors).toEqual([]);
    const details = await refused(app, () => ada.delete('Status', byId(own.open)), 409, 'DeleteBlocked');
    expect(details).toMatchObject([{ RecordId: own.open, Params: { Kind: 'Record', Name: 'Task', Count: 2 } }]);
    await app.query(`UPDATE "${schema}"."Task" SET "StatusId" = $1`, [own.doing]);
    expect((await ada.delete('Status', byId(own.open))).body.Errors).toEqual([]);
    const names = (await ada.select('Transition', { WhereClause: where('LifecycleId.EntityName', 3, 'Task') })).body;
    expect(names.Result.map(({ Name }: Row) => Name).toSorted()).toEqual(['Finish', 'Skip']);
    const past = await ada.select('StatusHistory', {
      SelectedFields: ['ToStatusId', 'ToStatusId.Name', 'ToStatusId.Color'],
      WhereClause: where('ToStatusId', 3, own.open),
      LoadLookUpValues: true,
    });
    expect(past.body.Result).toContainEqual({
      ToStatusId: { Id: own.open, Name: 'Open' },
      'ToStatusId.Name': 'Open',
      'ToStatusId.Color': '#888888',
    });
  });
});
