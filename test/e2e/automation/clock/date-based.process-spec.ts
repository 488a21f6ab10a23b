import { AutomationApp } from '../../../support/automation-fixture.js';
import { byId, type Row } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';

const DAY_MS = 86_400_000;

/** A trigger that is due each day at this time of day. */
interface DueTime {
  readonly TimeOfDay: string;
  /** The day as a field value. */
  readonly day: string;
  readonly at: Date;
}

let at: AutomationApp;
let workflowId: string;
beforeAll(async () => {
  at = await AutomationApp.open();
  const [crates] = await at.stock.rows('Entity', {
    Filters: [{ FieldName: 'EntityName', Operator: 'EqualTo', Value: 'Crate' }],
  });
  const Fields = [
    { FieldName: 'EndsOn', FieldType: 'Date' },
    { FieldName: 'RenewsAt', FieldType: 'DateTime' },
    { FieldName: 'Rent', FieldType: 'Int' },
    { FieldName: 'CrateId', FieldType: 'Lookup', TargetId: crates.Id },
  ];
  const { status, text } = await at.stock
    .as('root')
    .insert('Entity', { EntityName: 'Lease', AllowSoftDelete: true, Fields });
  if (status !== 200) throw new Error(text);
  workflowId = await at.workflow({ EntityName: 'Lease' });
});
afterAll(() => at.close());

const root = () => at.stock.as('root');
const lease = (fields: Row): Promise<string> => root().inserted('Lease', fields);
const trigger = ({ TimeOfDay }: DueTime, fields: Row = {}): Promise<string> =>
  at.trigger({
    EntityName: 'Lease',
    TriggerType: 'DateBased',
    TriggerEvent: null,
    DateField: 'EndsOn',
    TimeOfDay,
    WorkflowIds: [workflowId],
    ...fields,
  });

/** The due time a number of seconds from now; negative ones have passed. */
async function dueIn(seconds: number): Promise<DueTime> {
  const [{ now }] = await at.stock.app.query<{ now: string }>('SELECT extract(epoch FROM now()) AS now');
  const due = new Date((Math.floor(Number(now)) + seconds) * 1_000);
  const text = due.toISOString();
  return { day: text.slice(0, 10), TimeOfDay: text.slice(11, 19), at: due };
}

/** Moves the next due time of a trigger back, as if no node had been there since. */
const missSince = (id: string, due: Date) =>
  at.stock.app.query('UPDATE platform.schedule SET next_due_at = $2 WHERE id = $1', [id, due]);

async function settled(id: string): Promise<void> {
  await until('the next due time is in the future', async () => {
    const [row] = await at.stock.app.query('SELECT 1 FROM platform.schedule WHERE id = $1 AND next_due_at > now()', [
      id,
    ]);
    return row !== undefined;
  });
}

const firedFor = async (id: string): Promise<readonly string[]> =>
  (await at.runs(id)).map(({ Input }) => Input.Record.Id as string).toSorted();
const dayOf = ({ at: due }: DueTime, days: number): string =>
  new Date(due.getTime() + days * DAY_MS).toISOString().slice(0, 10);

// Requirement: R194
it('fires once for each record whose value is due, with the record as it is then', async () => {
  const due = await dueIn(4);
  const [first, second] = [await lease({ EndsOn: due.day, Rent: 1 }), await lease({ EndsOn: due.day, Rent: 2 })];
  await lease({ EndsOn: dayOf(due, 1) });
  await lease({ EndsOn: dayOf(due, -1) });
  const deleted = await lease({ EndsOn: due.day });
  const id = await trigger(due);
  await root().update('Lease', { Rent: 3 }, byId(second));
  await root().delete('Lease', byId(deleted));
  const runs = await at.fired(id, 2);
  await settled(id);
  expect(await firedFor(id)).toEqual([first, second].toSorted());
  const run = runs.find(({ Input }) => Input.Record.Id === second);
  expect(run).toMatchObject({ EntityName: 'Lease', RunAs: 'Service', UserId: null, Input: { Record: { Rent: 3 } } });
  expect(run).toMatchObject({ RecordId: run?.Input.Record.RecordInformationId, Chain: [{ RecordId: second }] });
  await missSince(id, due.at);
  await settled(id);
  expect(await at.runs(id)).toHaveLength(2);
});

// Requirement: R194
it('judges its where-clause when the value is due, looked-up records included', async () => {
  const due = await dueIn(4);
  const crate = await root().inserted('Crate', { Code: at.stock.newCode(), Weight: 5 });
  const clause = {
    Filters: [
      { FieldName: 'Rent', Operator: 'GreaterThan', Value: 10, Sequence: 1 },
      { FieldName: 'CrateId.Weight', Operator: 'EqualTo', Value: 5, Sequence: 2 },
    ],
    FilterLogic: '1 AND 2',
  };
  const [raised, lowered] = [
    await lease({ EndsOn: due.day, Rent: 1, CrateId: crate }),
    await lease({ EndsOn: due.day, Rent: 20, CrateId: crate }),
  ];
  await lease({ EndsOn: due.day, Rent: 20 });
  const id = await trigger(due, { WhereClause: clause });
  await root().update('Lease', { Rent: 30 }, byId(raised));
  await root().update('Lease', { Rent: 2 }, byId(lowered));
  await at.fired(id, 1);
  await settled(id);
  expect(await firedFor(id)).toEqual([raised]);
});

// Requirement: R194
it('uses the local day of a DateTime and the offset', async () => {
  const due = await dueIn(3);
  const inside = await lease({ RenewsAt: `${dayOf(due, -10)}T23:59:59Z` });
  await lease({ RenewsAt: `${dayOf(due, -9)}T00:00:00Z` });
  const id = await trigger(due, { DateField: 'RenewsAt', OffsetDays: 10 });
  await at.fired(id, 1);
  await settled(id);
  expect(await firedFor(id)).toEqual([inside]);
});

// Requirement: R194
it('does not fire for a time that had passed when the trigger or the value was saved', async () => {
  const due = await dueIn(-2);
  const WhereClause = withRent(41);
  const before = await lease({ EndsOn: due.day, Rent: 41 });
  const id = await trigger(due, { WhereClause });
  const [{ due: next }] = await at.stock.app.query<{ due: Date }>(
    'SELECT next_due_at AS due FROM platform.schedule WHERE id = $1',
    [id],
  );
  expect(next.getTime()).toBe(due.at.getTime() + DAY_MS);
  // The time is due again for the trigger, but the value was saved after it.
  await missSince(id, due.at);
  await settled(id);
  expect(await at.runs(id)).toEqual([]);
  const soon = await dueIn(3);
  const kept = await lease({ EndsOn: soon.day, Rent: 41 });
  const moved = await lease({ EndsOn: dayOf(soon, 1), Rent: 41 });
  const again = await trigger(soon, { WhereClause });
  await at.stock.app.query('UPDATE platform.schedule SET next_due_at = NULL WHERE id = $1', [again]);
  await until('the time has passed', async () => (await dueIn(-1)).at > soon.at);
  await root().update('Lease', { EndsOn: soon.day }, byId(moved));
  await root().update('Lease', { RenewsAt: soon.at.toISOString() }, byId(kept));
  await missSince(again, soon.at);
  await settled(again);
  expect(await firedFor(again)).toEqual([before, kept].toSorted());
});

// Requirement: R194
it('knows which values were saved too late when the outcomes of their writes have expired', async () => {
  const due = await dueIn(-2);
  const id = await trigger(due, { WhereClause: withRent(45) });
  const inTime = await lease({ EndsOn: due.day, Rent: 45 });
  await lease({ EndsOn: due.day, Rent: 45 });
  await at.stock.app.query(
    `UPDATE platform.change SET occurred_at = occurred_at - interval '1 minute' WHERE record_id = $1`,
    [inTime],
  );
  await at.stock.app.query('DELETE FROM platform.operation');
  await missSince(id, due.at);
  await settled(id);
  expect(await firedFor(id)).toEqual([inTime]);
});

// Requirement: R198
it.each([
  ['None', 51, []],
  ['Last', 52, [-2, -1, 0]],
  ['All', 53, [-2, -1, 0]],
])('catches up %s of days without a node', async (CatchUp, Rent, days) => {
  const due = await dueIn(-120);
  const id = await trigger(due, { CatchUp, WhereClause: withRent(Rent) });
  const ids: string[] = [];
  for (const offset of [-3, -2, -1, 0]) ids.push(await lease({ EndsOn: dayOf(due, offset), Rent }));
  // As if these values had been saved long before.
  await at.stock.app.query('DELETE FROM platform.change WHERE record_id = ANY($1)', [ids]);
  await missSince(id, new Date(due.at.getTime() - 2 * DAY_MS));
  await settled(id);
  const fired = await at.runs(id);
  expect(fired.map(({ Input }) => Input.Record.EndsOn)).toEqual(days.map((offset) => dayOf(due, offset)));
});

// Requirement: R194
it('fires for more records than a page holds, each once, on several nodes', async () => {
  const [left, right] = await Promise.all([1, 2].map(() => at.stock.app.startAnother(ENQUEUES_ONLY)));
  const due = await dueIn(8);
  const Values = Array.from({ length: 3_500 }, (_, n) => [due.day, 1_000 + n]);
  await root().send('POST', '/records/bulk-insert', { EntityName: 'Lease', Fields: ['EndsOn', 'Rent'], Values });
  const clause = { Filters: [{ FieldName: 'Rent', Operator: 'GreaterThan', Value: 999 }] };
  const id = await trigger(due, { WhereClause: clause });
  await at.fired(id, 3_500);
  await settled(id);
  expect(new Set(await firedFor(id)).size).toBe(3_500);
  expect(await at.runs(id)).toHaveLength(3_500);
  await Promise.all([left.stop(), right.stop()]);
});

function withRent(Value: number): Row {
  return { Filters: [{ FieldName: 'Rent', Operator: 'EqualTo', Value }] };
}
