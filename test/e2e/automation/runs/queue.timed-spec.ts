import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ANN, call, failsFor, PROBE, RUN_PLACE, RunApp, workflowId } from '../../../support/run-fixture.js';
import { until } from '../../../support/until.js';

const WORKFLOWS = [
  {
    Name: 'Log',
    RunAs: 'Service',
    Type: 'Triggered',
    Tokens: [{ Name: 'Url', Type: 'Text' }],
    Actions: [call('Call', '{{Url}}')],
  },
];

let app: RunApp;
let schema: string;
beforeAll(async () => {
  app = await RunApp.open(WORKFLOWS);
  schema = await app.app.schema(RUN_PLACE);
});
afterAll(() => app?.close());
beforeEach(() => PROBE.reset());

const urls = (): readonly string[] => PROBE.calls.map(({ url }) => url);
const environmentId = async (name: string): Promise<string> =>
  (await app.app.query<{ id: string }>('SELECT id FROM platform.environment WHERE name = $1', [name]))[0].id;

/** Puts runs into the queue as the service does, past it. */
async function enqueue(
  runs: readonly { url: string; key?: string }[],
  db: Pick<pg.Pool, 'query'> = direct(),
): Promise<void> {
  for (const { url, key } of runs) {
    const id = randomUUID();
    await db.query(
      `INSERT INTO ${schema}."WorkflowRun" ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "CreatedOn", "UpdatedBy",
         "UpdatedOn", "RowVersion", "IsDeleted", "WorkflowId", "State", "StartedOn", "RunAs", "UserId", "Input", "Chain")
       VALUES ($1, $1, $2, $2, now(), $2, now(), 1, false, $3, 'Running', now(), 'Service', $2,
         jsonb_build_object('Tokens', jsonb_build_object('Url', $4::text)), '[]')`,
      [id, ANN, workflowId(0), url],
    );
    await db.query(
      `INSERT INTO platform.run (id, environment_id, order_key, due_at)
       SELECT $1, e.id, $2, CASE WHEN l.id IS NULL THEN now() ELSE 'infinity' END
       FROM platform.environment e
       LEFT JOIN LATERAL (SELECT q.id FROM platform.run q WHERE q.environment_id = e.id AND q.order_key = $2
         ORDER BY q.position DESC LIMIT 1 FOR KEY SHARE) l ON true
       WHERE e.schema_name = $3`,
      [id, key ?? null, schema.replaceAll('"', '')],
    );
  }
}
const direct = (): Pick<pg.Pool, 'query'> => ({
  query: ((text: string, values: unknown[]) => app.app.query(text, values)) as never,
});

// Requirement: R195, P7
it('executes runs of one key in their order, also while the first one waits for its next try', async () => {
  PROBE.replies.set('a1', failsFor(1, 700));
  await enqueue([
    { url: 'a1', key: 'a' },
    { url: 'a2', key: 'a' },
    { url: 'b1', key: 'b' },
    { url: 'a3', key: 'a' },
  ]);
  await until('all have run', () => urls().length === 5);
  expect(urls().filter((url) => url.startsWith('a'))).toEqual(['a1', 'a1', 'a2', 'a3']);
  expect(urls().indexOf('b1')).toBeLessThan(2);
});

// Requirement: P7
it('finds a run that is enqueued while the one before it ends', async () => {
  const client = await app.app.connect();
  await enqueue([{ url: 'first', key: 'race' }]);
  await client.query('BEGIN');
  await enqueue([{ url: 'second', key: 'race' }], client);
  await until('the first has run', () => urls().length === 1);
  await client.query('COMMIT');
  client.release();
  await until('the second has run', () => urls().length === 2);
  expect(urls()).toEqual(['first', 'second']);
});

/** Fills the queue of the environment with runs behind each other, or with due ones. */
const fill = (count: number, key: string | null): Promise<unknown> =>
  app.app.query(
    `INSERT INTO platform.run (id, environment_id, order_key, due_at)
     SELECT gen_random_uuid(), e.id, $2::text, CASE WHEN $2::text IS NULL THEN now() - interval '1 hour' ELSE 'infinity' END
     FROM platform.environment e, generate_series(1, $1)
     WHERE e.name = 'Main' AND e.schema_name = $3`,
    [count, key, schema.replaceAll('"', '')],
  );

// Requirement: F15, P7
it.each([
  ['of one key', 'many'],
  ['that are due', null],
])(
  '100,000 waiting runs %s do not delay those of another environment',
  async (_, key) => {
    await fill(100_000, key);
    try {
      const other = await environmentId('Other');
      const id = randomUUID();
      const began = performance.now();
      await app.app.query('INSERT INTO platform.run (id, environment_id) VALUES ($1, $2)', [id, other]);
      const gone = async (): Promise<boolean> =>
        (await app.app.query('SELECT FROM platform.run WHERE id = $1 AND attempt = 0', [id])).length === 0;
      await until('it was claimed', gone);
      expect(performance.now() - began).toBeLessThan(2_000);
    } finally {
      await app.app.query('DELETE FROM platform.run');
    }
  },
  60_000,
);
