import { randomUUID } from 'node:crypto';
import { refused } from '../../../support/refusal.js';
import { byId, type Caller, type Row, TestApp } from '../../../support/test-app.js';
import { blueprint, DOING, DONE, OPEN } from './ticket-blueprints.js';
import { createTickets } from './tickets.js';

// See docs/interface/lifecycle.md#blueprints
describe('POST /api/v1/blueprints', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    await createTickets(ada);
  });
  afterAll(() => app.stop());

  const create = (body: unknown, headers = {}) => ada.send('POST', '/blueprints', body, headers);

  it('creates the records of the lifecycle and answers all ids in the order of the body', async () => {
    const body = blueprint({ EntityName: 'ticket', Foo: 1 });
    const answer = await create(body);
    expect(answer.body.Errors).toEqual([]);
    expect(answer.body).toMatchObject({ RecordAffected: 1, Log: ["Unknown member 'Foo' was ignored."] });
    const { Result } = answer.body;
    const [open, doing, done] = Result.Statuses.map(({ Id }: Row) => Id as string) as string[];
    expect(Result).toEqual({
      Id: expect.any(String),
      Name: body.Name,
      EntityName: 'Ticket',
      IsActive: false,
      Statuses: [
        { Id: open, Name: 'Open' },
        { Id: doing, Name: 'Doing' },
        { Id: done, Name: 'Done' },
      ],
      Transitions: [
        { Id: expect.any(String), Name: 'Start', FromStatusId: open, ToStatusId: doing },
        { Id: expect.any(String), Name: 'Finish', FromStatusId: doing, ToStatusId: done },
        { Id: expect.any(String), Name: 'Abort', FromStatusId: null, ToStatusId: done },
      ],
    });
    const includes = ['Statuses', 'Transitions'].map((Name) => ({ Name, Sort: [{ FieldName: 'Sequence' }] }));
    const stored = await ada.select('Lifecycle', { WhereClause: byId(Result.Id), Includes: includes });
    expect(stored.body.Result[0]).toMatchObject({ ...Result, Statuses: [OPEN, DOING, DONE] });
  });

  it('takes given ids, and refers to statuses by them', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const [Id, open, move] = ids;
    const Statuses = [{ ...OPEN, Id: open.toUpperCase() }, DOING];
    const Transitions = [{ Id: move, Name: 'Go', FromStatus: open, ToStatus: 'DOING' }];
    const { body } = await create(blueprint({ Id, Statuses, Transitions }));
    expect(body.Errors).toEqual([]);
    expect(body.Result).toMatchObject({
      Id,
      Statuses: [{ Id: open }, {}],
      Transitions: [{ Id: move, FromStatusId: open }],
    });
    const [taken] = await refused(app, () => create(blueprint({ Id })), 409, 'Conflict');
    expect(taken.Path).toBe('Id');
  });

  it('needs create scope on Lifecycle', async () => {
    await refused(app, () => app.as('nina.north').send('POST', '/blueprints', blueprint()), 403, 'ScopeNone');
  });

  it('changes nothing with DryRun, and answers as it would', async () => {
    const mark = await app.mark();
    const { status, body } = await create(blueprint({ Options: { DryRun: true } }));
    expect([status, body.Result.Statuses.length]).toEqual([200, 3]);
    expect(await app.changes(mark)).toEqual([]);
  });

  it('is never answered 202', async () => {
    const { status } = await create(blueprint(), { Prefer: 'respond-async' });
    expect(status).toBe(200);
  });

  it('replays an Idempotency-Key with the whole answer', async () => {
    const body = blueprint();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await create(body, headers);
    const second = await create(body, headers);
    expect([second.status, second.body.Result]).toEqual([200, first.body.Result]);
    await refused(app, () => create(blueprint(), headers), 409, 'IdempotencyMismatch');
  });
});
