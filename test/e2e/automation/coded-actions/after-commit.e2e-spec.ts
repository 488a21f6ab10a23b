import { Module } from '@nestjs/common';
import { type ActionContext, AfterCommit, type CommittedEvent, Retry } from '#automation/index.js';
import { byId, type Caller, match, type Row, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const HEARD: (CommittedEvent & Pick<ActionContext, 'attempt' | 'caller' | 'correlationId' | 'eventId'>)[] = [];
const behaviour: { run: (event: CommittedEvent) => unknown } = { run: () => undefined };

@AfterCommit({ name: 'TellErp', timeoutMs: 5_000 })
class TellErp implements AfterCommit {
  async run({ attempt, caller, correlationId, eventId }: ActionContext, event: CommittedEvent): Promise<void> {
    HEARD.push({ ...event, attempt, caller, correlationId, eventId });
    await behaviour.run(event);
  }
}

@Module({ providers: [TellErp] })
class ErpModule {}

const ROLES = 'api,worker';
const CODE = { FieldName: 'Code', FieldType: 'Text' };

// See docs/write-actions.md#after-commit-hooks
describe('an after-commit hook', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start({ ROLES }, [ErpModule]);
    ada = app.as('ada.admin');
    const Fields = [CODE, { FieldName: 'Weight', FieldType: 'Decimal', Precision: 12, Scale: 2 }];
    const Hooks = [{ Name: 'Erp', Events: ['AfterCommit'], Handler: 'TellErp' }];
    await ada.inserted('Entity', { EntityName: 'Crate', AllowSoftDelete: true, Fields, Hooks });
    await ada.inserted('Entity', { EntityName: 'Silent', Fields });
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    HEARD.length = 0;
    behaviour.run = () => undefined;
  });

  const heard = (count: number): Promise<void> => until(`${count} events are heard`, () => HEARD.length >= count);
  const runs = async (more: unknown): Promise<readonly Row[]> =>
    (await ada.select('WorkflowRun', { WhereClause: more })).body.Result;

  it('hears each committed record once, with what was and is, and is seen as a run', async () => {
    await ada.inserted('Silent', { Code: 'S' });
    const inserted = await ada.insert('Crate', { Code: 'A', Weight: '2.50' });
    const { Id, RecordInformationId } = inserted.body.Result;
    await heard(1);
    expect(HEARD[0]).toMatchObject({
      entityName: 'Crate',
      operation: 'Insert',
      recordId: Id,
      rowVersion: 1,
      record: { Id, Code: 'A', Weight: 2.5, RowVersion: 1 },
      attempt: 1,
      caller: { userName: 'ada.admin' },
      correlationId: inserted.body.CorrelationId,
    });
    expect(HEARD[0].old).toBeUndefined();
    await ada.update('Crate', { Code: 'B' }, byId(Id));
    await ada.update('Crate', { Code: 'C' }, byId(Id));
    await ada.delete('Crate', byId(Id));
    await heard(4);
    expect(HEARD.map(({ operation, old, record }) => [operation, old?.Code, record?.Code])).toEqual([
      ['Insert', undefined, 'A'],
      ['Update', 'A', 'B'],
      ['Update', 'B', 'C'],
      ['Delete', 'C', undefined],
    ]);
    const found = (): Promise<readonly Row[]> => runs(where('EntityName', 'EqualTo', 'Crate'));
    await until('all runs have ended', async () => (await found()).every(({ State }) => State === 'Completed'));
    expect((await found()).map(({ RecordId }) => RecordId)).toEqual(
      Array.from({ length: 4 }, () => RecordInformationId),
    );
    expect(new Set(HEARD.map(({ eventId }) => eventId)).size).toBe(4);
  });

  it('hears all rows of a bulk insert, and nothing that was rolled back', async () => {
    const Values = Array.from({ length: 50 }, (_, i) => [`Bulk ${i}`]);
    await ada.send('POST', '/records/bulk-insert', { EntityName: 'Crate', Fields: ['Code'], Values });
    await ada.batch([
      { Operation: 'Insert', EntityName: 'Crate', Fields: [{ FieldName: 'Code', Value: 'Gone' }] },
      { Operation: 'Insert', EntityName: 'Crate', Fields: [{ FieldName: 'Weight', Value: 'much' }] },
    ]);
    await ada.inserted('Crate', { Code: 'Last' });
    await until('the last one is heard', () => HEARD.some(({ record }) => record?.Code === 'Last'));
    await heard(51);
    const codes = HEARD.map(({ record }) => record?.Code as string).toSorted();
    expect(codes).toEqual([...Values.map(([code]) => code), 'Last'].toSorted());
  });

  it('is tried again with the same event, and later events of the record wait', async () => {
    behaviour.run = ({ operation }) => {
      if (operation === 'Insert' && HEARD.length < 2) throw new Retry('Away.', { afterMs: 10 });
    };
    const Id = await ada.inserted('Crate', { Code: 'R' });
    await ada.update('Crate', { Code: 'R2' }, byId(Id));
    await heard(3);
    expect(HEARD.map(({ operation, attempt }) => [operation, attempt])).toEqual([
      ['Insert', 1],
      ['Insert', 2],
      ['Update', 1],
    ]);
    expect(HEARD[0].eventId).toBe(HEARD[1].eventId);
  });

  it('fails a run whose hook fails, which can be retried', async () => {
    behaviour.run = () => Promise.reject(new Error('Refused.'));
    const inserted = await ada.insert('Crate', { Code: 'F' });
    const isOfRecord = where('RecordId', 'EqualTo', inserted.body.Result.RecordInformationId);
    await until('the run has failed', async () => (await runs(isOfRecord))[0]?.State === 'Failed');
    const [run] = await runs(isOfRecord);
    expect(run.Error).toMatchObject({ Step: 'TellErp', Message: 'TellErp failed: Refused.' });
    behaviour.run = () => undefined;
    const retried = await ada.send('POST', `/workflows/runs/${String(run.Id)}/retry`);
    expect(retried.body.Result.State).toBe('Completed');
  });

  it.each([
    ['with other events', { Events: ['AfterCommit', 'BeforeInsert'], Handler: 'TellErp' }, 'AfterCommit stands alone'],
    ['of a hook inside of writes', { Events: ['AfterCommit'], Handler: 'TestDelay' }, "no handler 'TestDelay'"],
    [
      'that rejects',
      { Events: ['AfterCommit'], RejectWhen: where('Subject', 'IsNULL'), Message: 'x' },
      'needs a Handler',
    ],
  ])('refuses a definition %s', async (_, more, message) => {
    const { status, body } = await app.as('ada.admin').insert('Hook', {
      EntityId: match('EntityName', 'Note'),
      Name: 'Erp',
      ...more,
    });
    expect([status, body.Errors.join(' ')]).toEqual([400, expect.stringContaining(message)]);
  });
});

it('loses nothing where a node without it matches the change', async () => {
  HEARD.length = 0;
  behaviour.run = () => undefined;
  const api = await TestApp.start({ ROLES: 'api' }, [ErpModule]);
  const ada = api.as('ada.admin');
  const hook = { Name: 'Erp', Events: ['AfterCommit'], Handler: 'TellErp' };
  await ada.inserted('Entity', { EntityName: 'Crate', Fields: [CODE], Hooks: [hook] });
  const old = await api.startAnother({ ROLES });
  const { status, body } = await old.as('ada.admin').insert('Crate', { Code: 'Waits' });
  expect(status).toBe(200);
  const isOfRecord = where('RecordId', 'EqualTo', body.Result.RecordInformationId);
  const run = async (): Promise<Row | undefined> =>
    (await ada.select('WorkflowRun', { WhereClause: isOfRecord })).body.Result[0];
  await until('the run waits', async () => ((await run())?.Error ?? null) !== null);
  expect((await old.send('GET', '/health/ready')).text).toContain('it lacks the handlers TellErp');
  expect(HEARD).toEqual([]);
  const other = await TestApp.on(api.databaseUrl, { ROLES }, [ErpModule]);
  await until('it is heard', () => HEARD.length === 1, 60_000);
  const again = { EntityId: match('EntityName', 'Note'), ...hook };
  expect((await old.as('ada.admin').insert('Hook', again)).status).toBe(400);
  for (const node of [other, old, api]) await node.stop();
});
