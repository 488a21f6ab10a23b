import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IService } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '#platform/process/config/load-config.js';
import { stopWithinMs } from '#program.js';
import { faultsOf, type Manifest } from './kubernetes-types.js';
import { filesIn } from './project-files.js';
import { settingNames } from './setting-names.js';

const CHART = 'deploy/helm/data-and-workflow-service';
const image = { repository: 'registry.example/data-and-workflow-service' };
/** Values of each snapshot. */
const CASES = {
  defaults: { image },
  all: {
    image: { ...image, tag: '1.2.3', pullSecrets: [{ name: 'registry' }] },
    secret: { name: 'production', keys: ['DATABASE_URL', 'JWT_PUBLIC_KEY', 'SMTP_URL'] },
    settings: {
      ROLES: 'api,worker',
      DRAIN_DELAY_MS: '10000',
      MAIL_FROM: 'service@example.com',
      JWT_ISSUER: 'https://id.example.com',
      JWT_AUDIENCE: 'data-and-workflow-service',
    },
    // Not a text in YAML, unless the chart quotes it.
    cell: { name: 'true', configMap: 'cells' },
    terminationGracePeriodSeconds: 45,
    ingress: { enabled: true, host: 'data.example.com', tlsSecret: 'certificate' },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  },
} as const;
type Case = keyof typeof CASES;

/** Content of the ConfigMap of cells. */
const CELLS = join(mkdtempSync(join(tmpdir(), 'cells-')), 'cells.json');
writeFileSync(CELLS, '{"Cells": {"true": {"Default": true, "Origins": ["http://prod"]}}}');
afterAll(() => rmSync(dirname(CELLS), { recursive: true }));

const NAMES = Object.keys(CASES) as Case[];
const fileOf = (name: Case): string => `test/architecture/helm-${name}.snapshot.yaml`;

/** Renders a case by Helm, which only the update of the snapshots needs. */
function render(name: Case): string {
  const how = { input: JSON.stringify(CASES[name]), encoding: 'utf8' } as const;
  execFileSync('helm', ['lint', '--strict', '--quiet', CHART, '-f', '-'], how);
  return `${digest(name)}\n${execFileSync('helm', ['template', 'prod', CHART, '-f', '-'], how)}`;
}

/** First line of a snapshot. */
function digest(name: Case): string {
  const hash = createHash('sha256').update(JSON.stringify(CASES[name]));
  for (const { path, text } of filesIn(CHART)) hash.update(`${path}\n${text}`);
  return `# Rendered from the chart and values ${hash.digest('hex')}`;
}

beforeAll(() => {
  if (process.env.HELM === 'update') for (const name of NAMES) writeFileSync(fileOf(name), render(name));
});

const snapshot = (name: Case): string => (existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : '');

function manifests(name: Case): readonly Manifest[] {
  return parseAllDocuments(snapshot(name)).map((document) => document.toJS() as Manifest);
}

function manifest<T extends Manifest>(name: Case, kind: T['kind']): T {
  return manifests(name).find((each): each is T => each.kind === kind)!;
}

const pod = (name: Case) => manifest<IDeployment>(name, 'Deployment').spec!.template;

describe.each(NAMES)('the chart with %s values', (name) => {
  it('is rendered as in its snapshot; `HELM=update npm test -- test/architecture/helm` renews it', () => {
    expect(snapshot(name).split('\n')[0]).toBe(digest(name));
  });

  it('makes manifests of the types of Kubernetes', () => {
    expect(manifests(name).length).toBeGreaterThan(2);
    expect(faultsOf(manifests(name))).toEqual([]);
  });

  it('gives the service settings that it has, and stops it no sooner than it has drained', () => {
    const { containers, terminationGracePeriodSeconds } = pod(name).spec!;
    const variables = containers[0].env!.filter(({ name: variable }) => variable !== 'POD_IP');
    expect(variables.map((each) => each.name).filter((each) => !settingNames().has(each))).toEqual([]);
    const secrets = Object.fromEntries(
      variables.filter(({ value }) => value === undefined).map((each) => [each.name, '']),
    );
    const plain = Object.fromEntries(
      variables.map(({ name: variable, value }) => [
        variable,
        variable === 'CELLS_FILE' ? CELLS : value?.replace('$(POD_IP)', '10.0.0.1'),
      ]),
    );
    const config = loadConfig({ ...plain, ...examples(secrets), NODE_ENV: 'production' });
    expect(config.hub.nodeOrigin).toBe('http://10.0.0.1:3000');
    expect(terminationGracePeriodSeconds! * 1_000).toBeGreaterThan(stopWithinMs(config) + 5_000);
  });

  it('probes routes of the service at its port', () => {
    const { ports, startupProbe, livenessProbe, readinessProbe } = pod(name).spec!.containers[0];
    const probes = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path);
    expect([probes, ports]).toEqual([
      ['/health/live', '/health/live', '/health/ready'],
      [{ name: 'http', containerPort: loadConfig({}).port }],
    ]);
  });

  it('selects its pods', () => {
    const { labels } = pod(name).metadata!;
    const selectors = [
      manifest<IDeployment>(name, 'Deployment').spec!.selector.matchLabels,
      manifest<IService>(name, 'Service').spec!.selector,
      manifest<IPodDisruptionBudget>(name, 'PodDisruptionBudget').spec!.selector!.matchLabels,
    ];
    // The cell may be given later, and selectors of a Deployment cannot change.
    const { cell, ...selected } = labels!;
    expect([cell, selectors]).toEqual([name === 'all' ? 'true' : undefined, [selected, selected, selected]]);
  });

  it('runs as the user of the image, without rights', () => {
    const { securityContext, containers, automountServiceAccountToken } = pod(name).spec!;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1_000 });
    expect(containers[0].securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    });
    expect(automountServiceAccountToken).toBe(false);
  });
});

it('the chart serves REST, hub and Swagger UI by its ingress, but not the metrics', () => {
  const { rules, tls } = manifest<IIngress>('all', 'Ingress').spec!;
  expect(rules![0].http!.paths.map(({ path }) => path)).toEqual(['/api', '/hubs', '/swagger']);
  expect(tls).toEqual([{ secretName: 'certificate', hosts: ['data.example.com'] }]);
  expect(manifest('defaults', 'Ingress')).toBeUndefined();
});

it('finds members that Kubernetes lacks and those that it needs', () => {
  const [deployment] = manifests('defaults').filter(({ kind }) => kind === 'Deployment') as IDeployment[];
  const { selector: _, ...spec } = deployment.spec!;
  const faults = faultsOf([{ ...deployment, spec: { ...spec, replica: 2 } } as Manifest]).join('\n');
  expect(faults).toMatch(/replica\S* does not exist/);
  const without = faultsOf([{ ...deployment, spec } as Manifest]).join('\n');
  expect(without).toMatch(/selector\S* is missing/);
});

it('the chart has the version of the service', () => {
  const { appVersion } = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as { appVersion: string };
  expect(appVersion).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
});

/** Values of settings that come from the secret. */
function examples(secrets: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const values: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgres://data_service:secret@database.example/data_service',
    JWT_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    JWT_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----',
    SMTP_URL: 'smtp://mail.example',
  };
  return Object.fromEntries(Object.keys(secrets).map((name) => [name, values[name]]));
}
