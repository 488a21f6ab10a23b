import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROUTERS, writeCells } from '../../../../src/command/cells/write-cells.js';

const TENANT = '11111111-1111-4111-8111-111111111111';
const APP = '22222222-2222-4222-8222-222222222222';
const TEST = '33333333-3333-4333-8333-333333333333';
const FILE = {
  Listen: '127.0.0.1:8443',
  Certificate: '/etc/router/certificate.pem',
  Cells: {
    a: { Default: true, Origins: ['http://10.0.0.1:3000', 'http://[::1]:3000'] },
    b: {
      Origins: ['http://b.example'],
      Environments: [{ Name: 'Northgate/OrderToCash/Test', Ids: `${TENANT}/${APP}/${TEST}` }],
    },
  },
};

let folder: string;
let out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cells-'));
  out = join(folder, 'out');
});
afterEach(() => rm(folder, { recursive: true }));

async function write(
  file: unknown,
  routers: readonly (typeof ROUTERS)[number][] = ROUTERS,
): Promise<readonly string[]> {
  const path = join(folder, 'cells.json');
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file));
  const lines: string[] = [];
  await writeCells(path, out, routers, (line) => void lines.push(line));
  return lines;
}
const read = (name: string): Promise<string> => readFile(join(out, name), 'utf8');

it('writes the files of the chosen routers and of Prometheus, and no others', async () => {
  expect(await write(FILE, ['haproxy'])).toHaveLength(3);
  expect((await readdir(out)).toSorted()).toEqual(['cells.map', 'haproxy.cfg', 'prometheus.yml']);
  await write(FILE);
  expect((await readdir(out)).toSorted()).toEqual([
    'cells.map',
    'envoy.yaml',
    'haproxy.cfg',
    'nginx.conf',
    'prometheus.yml',
  ]);
});

it('leaves what is there when the file has faults', async () => {
  await write(FILE);
  const before = await read('haproxy.cfg');
  await expect(write({ ...FILE, Cells: { ...FILE.Cells, c: {} } })).rejects.toThrow('Cells.c.Origins');
  await expect(write('{')).rejects.toThrow('line 1');
  expect(await read('haproxy.cfg')).toBe(before);
  expect(await readdir(out)).toHaveLength(5);
});

it('maps each spelling of an environment to its cell', async () => {
  await write(FILE);
  const lines = (await read('cells.map')).trim().split('\n');
  expect(lines).toHaveLength(8);
  expect(lines).toEqual(expect.arrayContaining(['northgate/ordertocash/test b', `northgate/${APP}/test b`]));
  expect(await read('haproxy.cfg')).toContain(`map_str("${join(out, 'cells.map')}",a)`);
});

it('terminates TLS where the file names a certificate', async () => {
  await write(FILE);
  expect(await read('haproxy.cfg')).toContain('bind 127.0.0.1:8443 ssl crt /etc/router/certificate.pem\n');
  expect(await read('nginx.conf')).toContain(
    'listen 127.0.0.1:8443 ssl;\n  ssl_certificate /etc/router/certificate.pem;',
  );
  await write({ ...FILE, Listen: ':80', Certificate: undefined });
  expect(await read('haproxy.cfg')).toContain('bind :80\n');
  expect(await read('nginx.conf')).toContain('listen 80;\n');
});

it('lets Prometheus label each node with its cell', async () => {
  await write(FILE);
  const { scrape_configs: jobs } = parse(await read('prometheus.yml')) as { scrape_configs: readonly object[] };
  expect(jobs).toEqual([
    {
      job_name: 'data-and-workflow-service',
      metrics_path: '/metrics',
      static_configs: [
        { targets: ['10.0.0.1:3000', '[::1]:3000'], labels: { cell: 'a' } },
        { targets: ['b.example:80'], labels: { cell: 'b' } },
      ],
    },
  ]);
});

it('lets Envoy match each part by its name or id, and for the hub the query too', async () => {
  await write(FILE);
  const { static_resources: resources } = parse(await read('envoy.yaml'));
  expect(resources.clusters.map(({ name }: { name: string }) => name)).toEqual(['cell_a', 'cell_b']);
  const [chain] = resources.listeners[0].filter_chains;
  const { routes } = chain.filters[0].typed_config.route_config.virtual_hosts[0];
  expect(routes.map(({ route }: { route?: { cluster: string } }) => route?.cluster)).toEqual([
    undefined,
    'cell_b',
    'cell_b',
    'cell_a',
  ]);
  const regex = `(?i)(OrderToCash|${APP})`;
  expect(routes[1].match.headers[1]).toEqual({ name: 'AppId', string_match: { safe_regex: { regex } } });
  expect(routes[2].match.query_parameters[1]).toEqual({ name: 'AppId', string_match: { safe_regex: { regex } } });
  expect(chain.transport_socket.typed_config.common_tls_context.tls_certificates).toHaveLength(1);
});

it('refuses a folder that a configuration could not name', async () => {
  out = join(folder, 'a"b');
  await expect(write(FILE)).rejects.toThrow("may have letters, digits, spaces and '_.-/' only");
});
