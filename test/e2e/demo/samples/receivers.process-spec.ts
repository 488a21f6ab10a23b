import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasDotnet } from '../../../bench/peers/start-peer.js';
import { HookRig, KEY } from '../../../support/hook-rig.js';
import { SampleProcess } from './sample-process.js';

const BUILD_MS = 240_000;
const run = promisify(execFile);

/** A port that nobody listens on. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

const folder = mkdtempSync(join(tmpdir(), 'receivers-'));
const keyFile = join(folder, 'signing-key');
writeFileSync(keyFile, KEY);
afterAll(() => rmSync(folder, { recursive: true }));

/** Lets a receiver judge the writes of parcels. */
async function judges(start: (port: string) => SampleProcess): Promise<void> {
  const port = await freePort();
  const sample = start(port);
  const rig = await HookRig.start([`127.0.0.1:${port}`]);
  try {
    const [, Url] = await sample.says(/at (http\S+)/);
    await rig.hook('Parcel', { Url, Mode: 'Transform' });
    const insert = async (Weight: string): Promise<unknown> =>
      (await rig.ada.insert('Parcel', { Name: 'Bücher', Weight })).body;
    expect(await insert('2.00')).toMatchObject({ Result: { Label: 'NEW' } });
    expect(await insert('31.00')).toMatchObject({
      ErrorDetails: [{ Code: 'HookRejected', FieldName: 'Weight', Path: 'Fields[1]' }],
    });
    const unsigned = await fetch(Url, { method: 'POST', body: '{"Records":[]}' });
    expect(unsigned.status).toBe(401);
  } finally {
    await sample.stop();
    await rig.stop();
  }
}

describe('a receiver verifies the signature, refuses a heavy parcel and labels the others', () => {
  it('samples/node/validate-writes.js', () =>
    judges((port) =>
      SampleProcess.of(process.execPath, ['samples/node/validate-writes.js', '--port', port, '--key-file', keyFile]),
    ));

  it(
    'samples/dotnet-receiver',
    async () => {
      if (!(await hasDotnet())) return void process.stdout.write('skipped: the .NET SDK 10 is not installed\n');
      const project = join(folder, 'receiver');
      cpSync('samples/dotnet-receiver', project, { recursive: true });
      await run('dotnet', ['build', '--nologo', project]);
      const program = join(project, 'bin/Debug/net10.0/DotnetReceiver.dll');
      await judges((port) => SampleProcess.of('dotnet', [program, '--port', port, '--key-file', keyFile]));
    },
    BUILD_MS,
  );
});
