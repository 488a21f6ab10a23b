import { allMatched } from '../../../support/all-matched.js';
import type { RunRow } from '../../../support/automation-fixture.js';
import { behindLocks, sessionsWait } from '../../../support/behind-locks.js';
import {
  BOX_STATUS,
  boxTrigger,
  FREIGHT,
  FREIGHT_FLOW,
  loadFreight,
  runsOf,
} from '../../../support/freight-fixture.js';
import { byId, type Row, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** Greatest number of firings in a chain. */
const DEPTH = 8;

let app: TestApp;
let schema: string;
beforeAll(async () => {
  app = await TestApp.start({ ROLES: 'api,worker' });
  await loadFreight(app);
  schema = await app.schema(FREIGHT);
});
afterAll(() => app?.stop());

const root = () => app.as('root', FREIGHT);
const define = (fields: Row): Promise<string> => root().inserted('Trigger', fields);
const remove = (id: string) => root().delete('Trigger', byId(id));
let codes = 0;
const box = (fields: Row = {}): Promise<string> => root().inserted('Box', { Code: `L${++codes}`, ...fields });
const runs = async (more: Row): Promise<readonly RunRow[]> => (await root().select('WorkflowRun', more)).body.Result;

/** Waits until a chain of runs has come to its end, and gives it. */
async function chain(more: Row, count: number): Promise<readonly RunRow[]> {
  const isOver = (all: readonly RunRow[]): boolean =>
    all.length >= count && all.every(({ State }) => State !== 'Running');
  await until(`${count} runs have ended`, async () => isOver(await runs(more)));
  await allMatched(app, schema);
  return runs(more);
}

/** Expects completed runs of which each has caused the next, and one that was stopped. */
function expectStopped(all: readonly RunRow[], message: RegExp): void {
  const last = all.length - 1;
  expect(all.map(({ State }) => State)).toEqual([...Array<string>(last).fill('Completed'), 'Stopped']);
  expect(all.map(({ CausedBy }) => CausedBy)).toEqual([null, ...all.slice(0, last).map(({ Id }) => Id)]);
  expect(all[last].Error).toEqual({ Message: expect.stringMatching(message) });
  expect(all[last].Chain).toHaveLength(all.length);
}

// Requirement: R196, T52
it('stops a workflow that writes the record that it was started for, and keeps both writes', async () => {
  const trigger = await define(boxTrigger('Weighed', { WorkflowIds: [FREIGHT_FLOW.empty] }));
  const id = await box();
  await root().update('Box', { Weight: 5 }, byId(id));
  expectStopped(
    await chain(runsOf(trigger), 2),
    /^The chain Weighed .* was stopped: Weighed has fired for this record/,
  );
  expect(await root().row('Box', id)).toMatchObject({ Weight: 0, RowVersion: 3 });
  await remove(trigger);
});

// Requirement: R196, T52
it('stops a procedure that writes the record again, although it has a transaction of its own', async () => {
  const trigger = await define(boxTrigger('Shifted', { WorkflowIds: [FREIGHT_FLOW.shift] }));
  const id = await box({ Shelf: 1 });
  // What the procedure has written is matched before its step can be completed.
  await behindLocks(app, [`LOCK TABLE "${schema}"."WorkflowStep" IN EXCLUSIVE MODE`], async (release) => {
    await root().update('Box', { Weight: 5 }, byId(id));
    await sessionsWait(app, 1);
    await allMatched(app, schema);
    await release();
  });
  expectStopped(await chain(runsOf(trigger), 2), /Shifted has fired for this record before/);
  expect(await root().row('Box', id)).toMatchObject({ Weight: 6 });
  await remove(trigger);
});

// Requirement: R196, T52
it('stops a chain of new records after eight firings', async () => {
  const members = { EntityName: 'Part', TriggerEvent: 'Created', WorkflowIds: [FREIGHT_FLOW.addPart] };
  const trigger = await define(boxTrigger('Added', members));
  const BoxId = await box();
  await root().inserted('Part', { BoxId, Size: 1 });
  expectStopped(await chain(runsOf(trigger), DEPTH + 1), /^The chain Added .* was stopped: it is longer than 8/);
  expect(await root().row('Box', BoxId)).toMatchObject({ Total: DEPTH + 1 });
  await remove(trigger);
});

// Requirement: R196, T52
it('stops notifications about notifications after eight firings', async () => {
  const Notifications = [{ ToUser: 'kim', Message: 'Look.' }];
  const members = { EntityName: 'Notification', TriggerEvent: 'Created', Notifications };
  const trigger = await define(boxTrigger('Told', members));
  const OwnerId = (await root().select('User', { WhereClause: { Filters: [] } })).body.Result[0].Id as string;
  await root().inserted('Notification', { OwnerId, Message: 'First.' });
  expectStopped(await chain(runsOf(trigger), DEPTH + 1), /^The chain Told .* was stopped: it is longer than 8/);
  expect((await root().select('Notification')).body.Result).toHaveLength(DEPTH + 1);
  await remove(trigger);
});

// Requirement: R196, T52
it('stops moves that start each other after eight of them', async () => {
  const id = await box();
  const { RecordInformationId } = (await root().row('Box', id)) as Row;
  const path = `/status/update?recordId=${String(RecordInformationId)}&nextStatusId=${BOX_STATUS.Lost}`;
  expect((await root().send('PUT', path)).body.Errors).toEqual([]);
  const ofBox = { Filters: [{ FieldName: 'RecordId', Operator: 'EqualTo', Value: RecordInformationId }] };
  const all = await chain({ ...runsOf(''), WhereClause: ofBox }, DEPTH + 1);
  expectStopped(all, /^The chain Find .* → Lose .* was stopped: it is longer than 8/);
  expect(await root().row('Box', id)).toMatchObject({ StatusId: BOX_STATUS.Lost });
});
