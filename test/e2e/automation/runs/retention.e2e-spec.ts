import { randomBytes } from 'node:crypto';
import { createApp } from '#app.js';
import { ExpireRuns } from '#automation/workflows/expire-runs.service.js';
import { ANN, GUS, note, RUN_PLACE, RunApp } from '../../../support/run-fixture.js';
import { testConfig } from '../../../support/test-config.js';
import { scrape, sumOf } from '../../platform/metrics/scraped.js';

const STEPS = 2_500;
const WORKFLOWS: readonly object[] = [
  { Name: 'Short', AllowedRoles: ['Clerk'], Actions: [note('Only', 'short'), note('Last', 'end')] },
];

let app: RunApp;
let tables: Readonly<Record<'runs' | 'steps', string>>;
beforeAll(async () => {
  app = await RunApp.open(WORKFLOWS);
  const schema = await app.app.schema(RUN_PLACE);
  tables = { runs: `"${schema}"."WorkflowRun"`, steps: `"${schema}"."WorkflowStep"` };
});
afterAll(() => app?.close());

/** Removes what is older than two days, as a worker does each hour. */
async function expire(): Promise<void> {
  const settings = { ROLES: 'worker', RUN_RETENTION_DAYS: '2', NOTIFICATION_LIMIT: '100' };
  const node = await createApp(testConfig(app.app.databaseUrl, settings));
  await node.init();
  await node.get(ExpireRuns, { strict: false }).expire();
  await node.close();
}

/** A run that has ended before. */
async function endedBefore(days: number): Promise<string> {
  const { body } = await app.execute('ann', 0);
  const id = body.Result.RunId as string;
  await app.app.query(`UPDATE ${tables.runs} SET "EndedOn" = now() - $2 * interval '1 day' WHERE "Id" = $1`, [
    id,
    days,
  ]);
  return id;
}

/** Copies a step of a run, so that the run has many. */
const addSteps = (runId: string): Promise<unknown> =>
  app.app.query(
    `INSERT INTO ${tables.steps} ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
       "RowVersion", "IsDeleted", "RunId", "Name", "Type", "State", "StartedOn")
     SELECT gen_random_uuid(), gen_random_uuid(), s."OwnerId", s."CreatedBy", now(), s."UpdatedBy", now(), 1, false, s."RunId",
       s."Name", s."Type", s."State", s."StartedOn"
     FROM ${tables.steps} s, generate_series(1, $2::int)
     WHERE s."RunId" = $1 AND s."Name" = 'Last'`,
    [runId, STEPS],
  );

const stepsOf = async (runId: string): Promise<number> =>
  (
    await app.app.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${tables.steps} WHERE "RunId" = $1`, [
      runId,
    ])
  )[0].count;

// Requirement: R192
it('removes runs that ended before the retention with all their steps, and no others', async () => {
  const [old, kept, running] = [await endedBefore(2.1), await endedBefore(1.9), await endedBefore(9)];
  await app.app.query(`UPDATE ${tables.runs} SET "EndedOn" = NULL, "State" = 'Running' WHERE "Id" = $1`, [running]);
  await addSteps(old);
  await expire();
  const ids = await app.app.query<{ Id: string }>(`SELECT "Id" FROM ${tables.runs} ORDER BY "Id"`);
  expect(ids.map(({ Id }) => Id)).toEqual([kept, running].toSorted());
  expect([await stepsOf(old), await stepsOf(kept), await stepsOf(running)]).toEqual([0, 2, 2]);
});

// Requirement: R192
it('removes actions that no run can refer to any more', async () => {
  await app.execute('ann', 0);
  // A schedule of another environment may fire meanwhile.
  const [{ environment }] = await app.app.query<{ environment: string }>(
    'SELECT id AS environment FROM platform.environment WHERE schema_name = $1',
    [await app.app.schema(RUN_PLACE)],
  );
  const ids = async (): Promise<readonly string[]> => {
    const text = 'SELECT id FROM platform.workflow_version WHERE environment_id = $1 ORDER BY id';
    return (await app.app.query<{ id: string }>(text, [environment])).map(({ id }) => id);
  };
  const [used] = await ids();
  await app.app.query(
    `INSERT INTO platform.workflow_version (id, environment_id, body, used_on)
     SELECT gen_random_uuid(), environment_id, body, now() - interval '10 days'
     FROM platform.workflow_version
     WHERE environment_id = $1`,
    [environment],
  );
  expect(await ids()).toHaveLength(2);
  await expire();
  expect(await ids()).toEqual([used]);
});

it('removes the oldest ended runs of an environment that keeps more bytes than the limit', async () => {
  const ids = [await endedBefore(1.5), await endedBefore(1), await endedBefore(0.5), await endedBefore(0)];
  const running = await endedBefore(1.9);
  const text = randomBytes(400_000).toString('base64');
  await app.app.query(
    `UPDATE ${tables.steps} SET "Output" = to_jsonb($2::text) WHERE "RunId" = ANY($1) AND "Name" = 'Last'`,
    [[...ids.slice(0, 3), running], text],
  );
  await app.app.query(`UPDATE ${tables.runs} SET "EndedOn" = NULL, "State" = 'Running' WHERE "Id" = $1`, [running]);
  const node = await createApp(testConfig(app.app.databaseUrl, { ROLES: 'worker', RUN_BYTES: String(1_048_576) }));
  await node.listen(0, '127.0.0.1');
  await node.get(ExpireRuns, { strict: false }).bound();
  const most = sumOf(await scrape(await node.getUrl()), 'workflow_run_bytes_most');
  await node.close();
  expect(most).toBeGreaterThan(1_048_576);
  const states = await Promise.all([...ids, running].map(async (id) => (await stepsOf(id)) > 0));
  // The newest ended runs have one megabyte; what has not ended stays.
  expect(states).toEqual([false, false, true, true, true]);
});

it('removes notifications beyond the limit of a user, those that were read first', async () => {
  const table = `"${await app.app.schema(RUN_PLACE)}"."Notification"`;
  const add = (owner: string, read: number, unread: number): Promise<unknown> =>
    app.app.query(
      `INSERT INTO ${table} ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
         "RowVersion", "IsDeleted", "Message", "ReadOn")
       SELECT gen_random_uuid(), gen_random_uuid(), $1, $1, now() + i * interval '1 s', $1, now(), 1, false, i::text,
         CASE WHEN i > $3::int THEN now() END
       FROM generate_series(1, $2::int + $3::int) i`,
      [owner, read, unread],
    );
  await add(ANN, 30, 1_110);
  await add(GUS, 20, 80);
  await expire();
  const kept = await app.app.query<{ OwnerId: string; count: number; read: number; first: number }>(
    `SELECT "OwnerId", count(*)::int AS count, count("ReadOn")::int AS read, min("Message"::int) AS first
     FROM ${table}
     GROUP BY "OwnerId"
     ORDER BY "OwnerId"`,
  );
  expect(kept).toEqual([
    { OwnerId: ANN, count: 100, read: 0, first: 1_011 },
    { OwnerId: GUS, count: 100, read: 20, first: 1 },
  ]);
});
