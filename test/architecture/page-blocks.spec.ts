import { existsSync, readFileSync } from 'node:fs';
import { WALKS } from '../e2e/demo/docs/http-pages.js';
import { type Block, blocksOf } from '../support/page-blocks.js';
import { STEP_INFOS } from '../support/page-steps.js';
import { filesIn } from './project-files.js';

const HTTP_PAGES = WALKS.flat();
const HTTP = ['http', 'http full', 'http head'];
const EXAMPLES = 'test/e2e/demo/docs/examples.search-spec.ts';
const SHELL = 'test/e2e/demo/docs/shell.e2e-spec.ts';

interface Runner {
  readonly page: string;
  readonly infos: readonly string[];
  readonly test: string;
}

const runner = (test: string, infos: readonly string[], pages: readonly string[]): readonly Runner[] =>
  pages.map((page) => ({ page, infos, test }));

/** Files of the project that docs/write-a-plug-in.md shows. */
const PLUGIN_FILES = [
  'package.json',
  'tsconfig.json',
  'src/urgent-orders.ts',
  'src/print-label.ts',
  'src/tell-warehouse.ts',
  'src/index.ts',
  'src/order-rules.test.ts',
  'Dockerfile',
];

/** Blocks of pages, by what stands after their fence, and the test that runs all of them. */
const RUNNERS: readonly Runner[] = [
  ...runner(EXAMPLES, HTTP, HTTP_PAGES),
  ...runner(EXAMPLES, ['json sends', 'json receives'], ['docs/interface/hub.md']),
  ...runner(SHELL, STEP_INFOS, ['README.md', 'docs/tutorial.md']),
  ...runner('test/e2e/demo/docs/actions.e2e-spec.ts', ['json', 'json output'], ['docs/workflows.md']),
  ...runner('test/e2e/demo/samples/demo-page.process-spec.ts', ['sh'], ['docs/demo.md']),
  ...runner(
    'test/e2e/openapi/documents/typescript-client.process-spec.ts',
    ['sh', 'ts', 'text prints'],
    ['docs/typescript-clients.md'],
  ),
  ...runner('test/e2e/demo/samples/dotnet.process-spec.ts', ['csharp'], ['docs/workflows.md']),
  ...runner('test/e2e/demo/samples/dotnet.process-spec.ts', ['sh'], ['samples/dotnet-client/README.md']),
  ...runner('test/e2e/demo/docs/programs.e2e-spec.ts', ['js'], ['docs/interface/hub.md']),
  ...runner('test/e2e/platform/backups/base-backup.process-spec.ts', ['ini', 'sh'], ['docs/backups.md']),
  ...runner('test/e2e/demo/docs/programs.e2e-spec.ts', ['ts'], ['docs/signalr.md']),
  ...runner('test/e2e/definitions/documents/page.process-spec.ts', ['sh'], ['docs/moving-environments.md']),
  ...runner('test/architecture/public-api.spec.ts', ['ts'], ['docs/public-api.md']),
  ...runner(
    'test/architecture/hooks-page.spec.ts',
    ['ts'],
    ['docs/hooks.md', 'docs/embed.md', 'docs/write-actions.md'],
  ),
  ...runner('test/unit/platform/outbound/outbound-http.service.spec.ts', ['js'], ['docs/workflows.md']),
  ...runner(
    'test/e2e/platform/plugins/sample-plugin.process-spec.ts',
    ['sh', ...PLUGIN_FILES.map((path) => `${path.split('.').at(-1)!.replace('Dockerfile', 'docker')} ${path}`)],
    ['docs/write-a-plug-in.md'],
  ),
];

/** Pictures, and data that is shown without a request. */
const NOTHING_TO_RUN = new Set(['mermaid', 'json']);

/** Blocks without a comment of their own, by their page. */
const EXEMPT: Readonly<Record<string, string>> = {
  'docs/dotnet-clients.md, csharp': 'lines of the sample, as a test below compares',
};

const NOT_RUN = [
  'README.md, Start: the tests need an installed project and start the service by themselves',
  'docs/backups.md, After a restore: test/e2e/platform/change-log/restored-dump runs this statement',
  'docs/cells.md, Two cells on one machine: starts servers; test/e2e/platform/cells starts two cells behind routers by the same command',
  'docs/cells.md, Two cells on one machine: starts servers; test/e2e/platform/cells starts two cells behind routers by the same command',
  'docs/cells.md, Two cells on one machine: starts servers; test/e2e/platform/cells starts two cells behind routers by the same command',
  'docs/cells.md, Two cells on one machine: starts servers; test/e2e/platform/cells starts two cells behind routers by the same command',
  'docs/cells.md, Move an environment: needs two database servers; test/e2e/platform/moves runs the same commands',
  'docs/cells.md, Move an environment: needs the running cells; followed by hand',
  'docs/contribute.md, Set up: the test of test/architecture/page-blocks checks the names of scripts and paths',
  'docs/contribute.md, Run one test: the test of test/architecture/page-blocks checks the names of scripts and paths',
  'docs/contribute.md, Before a commit: the test of test/architecture/page-blocks checks the names of scripts and paths',
  'docs/copy-environments.md, Commands: test/e2e/environments copies, archives and restores',
  'docs/definitions.md, Records and files: the demo has this relation',
  'docs/deployment.md, One machine: compose: needs Docker; test/e2e/platform/deployment starts what the file describes without it',
  'docs/deployment.md, One machine: compose: needs Docker; test/e2e/platform/deployment starts what the file describes without it',
  'docs/deployment.md, Kubernetes: Helm: needs a cluster; test/architecture/helm checks what the chart renders',
  'docs/deployment.md, Kubernetes: Helm: needs a cluster; test/architecture/helm checks what the chart renders',
  'docs/deployment.md, Base images: needs a registry of images',
  'docs/embed.md, The package: test/e2e/platform/package packs the project and installs it into an empty folder, without a registry',
  'docs/high-availability.md, Install: test/e2e/faults/failover.timed-spec.ts starts the programs with these files',
  'docs/high-availability.md, Install: test/e2e/faults/failover.timed-spec.ts starts the programs with these files',
  'docs/high-availability.md, Install: test/e2e/faults/failover.timed-spec.ts runs this script',
  'docs/high-availability.md, Install: changes the server',
  'docs/high-availability.md, Check before use: needs the machines',
  'docs/high-availability.md, Rehearse: test/e2e/faults/failover.timed-spec.ts does the same',
  'docs/poolers.md, Set it up: a file of PgBouncer; test/e2e/platform/database/poolers writes one like it',
  'docs/poolers.md, Set it up: settings of an installation',
  'docs/poolers.md, Set it up: the test of poolers runs the statements that the refusal prints',
  "docs/read-replicas.md, Set it up: the servers are the operator's",
  'docs/security.md, What the operator does: test/e2e/platform/deployment runs these scripts',
  'docs/servers.md, Install: changes the server',
  'docs/servers.md, Install: changes the server',
  'docs/servers.md, Start: changes the server',
  'docs/servers.md, First definitions: changes the server; test/e2e/definitions/documents creates what the file describes',
  'docs/servers.md, Tokens of your own: needs a secret',
  'docs/servers.md, Upgrade: changes the server',
  'docs/sign-in-machines.md, Make a key: test/e2e/access/keys inserts keys',
  'docs/sign-in-people.md, Several identity providers: test/e2e/access/mappings starts the service with JWT_ISSUERS',
  'docs/sign-in-people.md, Mappings: test/e2e/access/mappings inserts mappings',
  'docs/tutorial.md, Start: the tests need an installed project and start the service by themselves',
  'docs/typescript-clients.md, Generate the types: downloads packages, which this project has too',
  'docs/upgrades.md, Versions that cannot run side by side: reads the database of an installation',
  'docs/validate-over-http.md, Define a hook: test/e2e/records/hooks/http-hooks defines such hooks',
  'docs/validate-over-http.md, A receiver: test/e2e/demo/samples/receivers starts both',
  'docs/validate-over-http.md, The call: an example of a body; test/e2e/records/hooks/http-hooks compares the members',
  'docs/validate-over-http.md, The answer: an example of an answer',
  'docs/write-a-plug-in.md, Make a project: test/e2e/platform/plugins/sample-plugin installs the packed package without a registry',
  'docs/write-a-plug-in.md, Deploy it: test/e2e/platform/plugins/sample-plugin performs the steps of the Dockerfile without an engine',
];

const pages = filesIn('.').filter(({ path }) =>
  /^(README\.md|docs\/(interface\/)?[^/]+\.md|samples\/.*\.md)$/.test(path),
);
const blocks = pages.flatMap(({ path, text }) => blocksOf(text).map((block) => ({ path, ...block })));
const isRun = ({ path, info, text }: Block & { readonly path: string }): boolean =>
  (NOTHING_TO_RUN.has(info) && !isRequest(text)) ||
  `${path}, ${info}` in EXEMPT ||
  RUNNERS.some(({ page, infos }) => page === path && infos.includes(info));
const where = ({ path, heading, info, text }: Block & { readonly path: string }): string =>
  `${path}, ${heading}: ${info} ${text.split('\n')[0]}`;

/** The JSON documents of a block: one, or one in each line; `undefined` where it is something else. */
function documentsOf(text: string): readonly unknown[] | undefined {
  for (const parts of [[text], text.trimEnd().split('\n')]) {
    try {
      return parts.map((part) => JSON.parse(part) as unknown);
    } catch {
      // The next way to read it.
    }
  }
  return undefined;
}

const MEMBERS_OF_REQUESTS = ['Fields', 'SelectedFields', 'Steps', 'Values', 'WhereClause'];

/** True for the body of a request; actions of workflows and fields have a type, too. */
const isRequest = (text: string): boolean =>
  (documentsOf(text) ?? []).some((body) => {
    const names = Object.keys(body as object);
    return (
      names.includes('EntityName') &&
      !names.includes('Type') &&
      MEMBERS_OF_REQUESTS.some((each) => names.includes(each))
    );
  });

describe('the blocks of the pages', () => {
  it('are run by a test, or have a comment that says why not', () => {
    const left = blocks.filter((block) => block.notRun === undefined && !isRun(block));
    expect(left.map(where)).toEqual([]);
  });

  it('that no test runs are these', () => {
    const notRun = blocks.filter((block) => block.notRun !== undefined);
    expect(notRun.map((block) => `${block.path}, ${block.heading}: ${block.notRun}`)).toEqual(NOT_RUN);
  });

  it('are requests where they name an entity and what to do with it', () => {
    expect(isRequest('{"EntityName": "Note", "Fields": []}')).toBe(true);
    expect(isRequest('{"Type": "RunQuery", "EntityName": "Note", "SelectedFields": []}')).toBe(false);
  });

  it('are JSON where they say so', () => {
    const json = blocks.filter(({ info }) => info.startsWith('json'));
    expect(json.length).toBeGreaterThan(50);
    expect(json.filter(({ text }) => documentsOf(text) === undefined).map(where)).toEqual([]);
  });

  it('name scripts of the package and files that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
    const commands = blocks.filter(({ info }) => info.startsWith('sh')).map(({ text }) => text);
    const named = commands.flatMap((text) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const tested = commands.flatMap((text) =>
      [...text.matchAll(/npm test -- (.+?)(?= +(?:-t|#)|$)/gm)].map(([, paths]) => paths),
    );
    const paths = tested.flatMap((each) => each.trim().split(' '));
    const ends = ['', '.spec.ts', '.e2e-spec.ts', '.search-spec.ts', '.process-spec.ts', '.timed-spec.ts'];
    const isThere = (path: string): boolean => ends.some((end) => existsSync(path + end));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('of docs/dotnet-clients.md are lines of the sample', () => {
    const sample = readFileSync('samples/dotnet-client/LiveEntity.cs', 'utf8');
    const shown = blocks.filter(({ path, info }) => path === 'docs/dotnet-clients.md' && info === 'csharp');
    expect(shown.map(({ text }) => sample.includes(text))).toEqual([true]);
  });

  it('are run by tests that name the page', () => {
    const others = RUNNERS.filter(({ page, test }) => test !== EXAMPLES || !HTTP_PAGES.includes(page));
    const wrong = others.filter(({ page, test }) => {
      const name = page.replace(/^docs\/|(\/README)?\.md$/g, '');
      return !existsSync(test) || !readFileSync(test, 'utf8').includes(name);
    });
    expect(wrong).toEqual([]);
  });
});
