import { readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { loadConfig } from '#platform/process/config/load-config.js';
import { stopWithinMs } from '#program.js';
import { composeVariables, readCompose } from '../support/compose-file.js';
import { settingNames } from './setting-names.js';

const SECRETS = {
  POSTGRES_PASSWORD: 'p'.repeat(64),
  SERVICE_PASSWORD: 's'.repeat(64),
  JWT_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
};
const { services } = readCompose(SECRETS);
const dockerfile = readFileSync('Dockerfile', 'utf8');
const config = loadConfig({ NODE_ENV: 'production', ...services.service.environment });

interface Result {
  readonly messages: readonly { readonly rule: string; readonly message: string; readonly line: number }[];
}

/** The order of services and of their members is ours. */
const RULES = { 'service-keys-order': 0, 'services-alphabetical-order': 0 } as const;

it('compose.yaml matches the schema of compose', () => {
  const linter = new DCLinter({ rules: RULES, quiet: false, debug: false, exclude: [] });
  const results = linter.lintFiles(['compose.yaml'], false) as readonly Result[];
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ rule, message, line }) => `${line} ${rule}: ${message}`),
  );
  expect([results.length, faults]).toEqual([1, []]);
});

it('compose.yaml has no secret of its own and needs each one to be set', () => {
  expect(composeVariables().toSorted()).toEqual(Object.keys(SECRETS).toSorted());
  expect(() => readCompose({})).toThrow(/compose\.yaml needs/);
});

it('compose.yaml gives the service settings that it has', () => {
  expect(Object.keys(services.service.environment).filter((name) => !settingNames().has(name))).toEqual([]);
});

it('compose.yaml stops the service no sooner than it has drained', () => {
  expect(seconds(services.service.stop_grace_period) * 1_000).toBeGreaterThan(stopWithinMs(config) + 5_000);
});

it('compose.yaml starts the service after the database', () => {
  expect(services.service.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
});

it('compose.yaml publishes the port of the image, to its own machine alone', () => {
  const [, exposed] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  expect([Number(exposed), services.service.ports]).toEqual([config.port, [`127.0.0.1:${exposed}:${exposed}`]]);
});

it('the image runs as a user without rights', () => {
  expect(dockerfile.match(/^USER .*$/gm)).toEqual(['USER node']);
});

function seconds(period: string): number {
  const [, count] = /^(\d+)s$/.exec(period) ?? [];
  return Number(count);
}
