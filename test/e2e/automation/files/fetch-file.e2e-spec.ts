import { fromBufferPromise } from 'yauzl';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { ActionRig, ActionRigModule } from '../../../support/action-rig.js';
import { DEVELOPMENT, SOUTHBAY, TestApp } from '../../../support/test-app.js';
import { unzip } from '../../../unit/platform/outbound/files/unzip.js';

let app: TestApp;
let rig: ActionRig;
beforeAll(async () => {
  app = await TestApp.start({}, [ActionRigModule]);
  rig = ActionRig.latest;
});
afterAll(() => app.stop());

const NAME = `Größe 'M' "2".zip`;
const letter = (Text: string): object => ({ Name: 'A', Type: 'GenerateFile', Format: 'Text', FileName: 'a.txt', Text });

/** Makes a zip in a run that nina has executed and that has ended. @returns the RunId */
async function madeRun(content = 'Hello'): Promise<string> {
  const runId = uuidV7();
  await rig.perform([{ ...letter(content) }], { runId });
  const zip = { Name: 'Z', Type: 'Zip', FileName: NAME, Files: ['A'] };
  await rig.perform([{ ...letter('') }, zip], { runId });
  const [{ id }] = await app.query<{ id: string }>(
    `SELECT "Id"::text AS id FROM ${await app.schema()}."User" WHERE "UserName" = 'nina.north'`,
  );
  await app.query(
    `INSERT INTO platform.operation (id, environment_id, user_id, operation, status, http_status, submitted_on)
     VALUES ($1, $2, $3, 'Workflow', 'Completed', 200, now())`,
    [runId, (await rig.context()).catalogue.environment.id, id],
  );
  return runId;
}

async function fetched(user: string, runId: string, url = app.url): Promise<Response> {
  const { body } = await app.send('POST', '/dev/token', { UserName: user });
  const Authorization = `Bearer ${(body as { AccessToken: string }).AccessToken}`;
  return fetch(`${url}/api/v1/workflows/runs/${runId}/file`, { headers: { Authorization, ...DEVELOPMENT } });
}

// Requirement: R192, T49
it('answers the last zip of a run to its caller and to Administrators, on any node', async () => {
  const runId = await madeRun('x'.repeat(300_000));
  const other = await app.startAnother();
  try {
    for (const [user, url] of [
      ['nina.north', app.url],
      ['ada.admin', other.url],
    ]) {
      const response = await fetched(user, runId, url);
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/zip',
        'content-length': String(bytes.length),
        'content-disposition': `attachment; filename="Gr__e 'M' _2_.zip"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%27M%27%20_2_.zip`,
        'x-run-id': runId,
      });
      expect((await unzip(bytes)).get('a.txt')!.length).toBe(300_000);
      expect((await fromBufferPromise(bytes)).entryCount).toBe(1);
    }
  } finally {
    await other.stop();
  }
});

// Requirement: R192
it('answers 404 to others, for runs under way, without a zip and of other environments; 400 for what is no id', async () => {
  const runId = await madeRun();
  expect((await fetched('wim.ware', runId)).status).toBe(404);
  expect((await fetched('ada.admin', uuidV7())).status).toBe(404);
  expect((await fetched('ada.admin', 'nope')).status).toBe(400);
  expect((await fetched('ada.admin', '%00')).status).toBe(400);
  expect((await app.as('ada.admin', SOUTHBAY).get(`/workflows/runs/${runId}/file`)).status).not.toBe(200);
  await app.query('INSERT INTO platform.run (id, environment_id) SELECT $1, gen_random_uuid()', [runId]);
  expect((await fetched('nina.north', runId)).status).toBe(404);
});

// Requirement: R192
it('breaks the connection when the file is removed while it is sent', async () => {
  const runId = await madeRun();
  await app.query(
    'DELETE FROM platform.run_file_part WHERE file_id = ANY(SELECT id FROM platform.run_file WHERE run_id = $1)',
    [runId],
  );
  await expect(fetched('nina.north', runId).then((response) => response.arrayBuffer())).rejects.toThrow();
});
