import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HookRig, KEY } from '../../../support/hook-rig.js';
import { SampleProcess } from './sample-process.js';

const SAMPLE = 'samples/node/validate-writes.js';

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe(SAMPLE, () => {
  let rig: HookRig;
  let sample: SampleProcess | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  afterAll(async () => {
    await sample?.stop();
    await rig.stop();
    rmSync(folder, { recursive: true });
  });

  it('verifies the signature, refuses a heavy parcel and labels the others', async () => {
    const port = await freePort();
    rig = await HookRig.start([`127.0.0.1:${port}`]);
    const keyFile = join(folder, 'signing-key');
    writeFileSync(keyFile, KEY);
    sample = SampleProcess.of(process.execPath, [SAMPLE, '--port', String(port), '--key-file', keyFile]);
    const [, Url] = await sample.says(/at (http\S+)/);
    await rig.hook('Parcel', { Url, Mode: 'Transform' });
    const insert = async (Weight: string): Promise<unknown> =>
      (await rig.ada.insert('Parcel', { Name: 'Books', Weight })).body;
    expect(await insert('2.00')).toMatchObject({ Result: { Label: 'NEW' } });
    expect(await insert('31.00')).toMatchObject({
      ErrorDetails: [{ Code: 'HookRejected', FieldName: 'Weight', Path: 'Fields[1]' }],
    });
    const unsigned = await fetch(Url, { method: 'POST', body: '{"Records":[]}' });
    expect(unsigned.status).toBe(401);
  });
});
