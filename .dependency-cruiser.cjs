const { builtinModules } = require('node:module');

// Allowed imports between modules. Every edge is declared here, every declared edge is used, and a new one needs a
// review. No module imports the hub, which tails the change log.
const MAY_USE = {
  hooks: [],
  propagation: ['hooks'],
  writes: ['hooks', 'propagation'],
  descriptions: [],
  explanations: ['locks', 'status'],
  deliveries: ['runs'],
  deletes: ['hooks', 'locks', 'writes'],
  locks: ['hooks'],
  access: ['deletes', 'writes'],
  actions: ['queries', 'records', 'routines', 'runs', 'saved-queries', 'status', 'writes'],
  approvals: ['hooks', 'status'],
  records: ['deletes', 'propagation', 'writes'],
  batch: ['records', 'writes'],
  conditions: [],
  bulk: ['hooks', 'writes'],
  schema: [],
  indexes: ['hooks', 'schema', 'schema-migration'],
  'schema-migration': ['schema'],
  definitions: ['hooks', 'schema-migration'],
  openapi: ['definitions', 'saved-queries'],
  environments: ['definitions', 'hooks', 'schema', 'schema-migration', 'writes'],
  'environment-files': ['deletes', 'environments', 'recycle-bin', 'schema-migration', 'writes'],
  feeds: [],
  hub: ['feeds'],
  queries: ['query-advice'],
  'query-advice': [],
  'saved-queries': ['definitions', 'queries'],
  lifecycles: ['definitions', 'hooks', 'records'],
  lists: ['definitions', 'queries', 'saved-queries'],
  'run-store': [],
  runs: ['conditions', 'run-store', 'writes'],
  workflows: ['definitions', 'hooks', 'run-files', 'run-store', 'runs', 'saved-queries'],
  'run-files': ['runs'],
  'recycle-bin': ['deletes', 'propagation', 'writes'],
  rights: ['hooks', 'schema-migration'],
  status: ['hooks', 'writes'],
  triggers: ['hooks', 'runs'],
  schedules: ['hooks', 'runs'],
  overdue: ['schedules'],
  routines: ['definitions', 'environments', 'hooks', 'writes'],
};

// Allowed imports between rooms of the SignalR library; signalr/nest uses all of them.
const SIGNALR_MAY_USE = {
  protocol: [],
  connections: ['protocol'],
  transports: ['protocol', 'connections'],
  calls: ['protocol', 'connections'],
  hubs: ['protocol', 'connections', 'calls'],
};

// Packages except for the named ones, and Node's own modules.
const ioExcept = (packages) => `node_modules/(?!(${packages})/)|^(node:)?(${builtinModules.join('|')})$`;
// Linear-time regular expressions, and evaluation of cron expressions.
const IO = ioExcept('re2js|croner');
const PURE = '^src/(core/.*|modules/[^/]+/.*\\.(rules|sql|errors))\\.ts$';
const COMPOSITION = '^src/(app\\.module|app|main)\\.ts$';

// Readers of stored definitions and of hooks' clauses, and the factory of readers for a call.
const DEFINITION_READERS = [
  '^src/core/(checks/defined-criterion|conditions/token-clause|definition-checks/where-faults|query-parameters/read-parameters)\\.ts$',
  '^src/core/(workflow-checks/check-(clauses|workflows|writes)|workflows/(read-execution|workflow))\\.ts$',
  '^src/core/json/reader-of\\.ts$',
  '^src/modules/(hooks/read-images.repository|lists/read-list|routines/execute-bodies|saved-queries/(read-run|read-saved-query))\\.ts$',
];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycle', 'Imports must not form a cycle.', {}, { circular: true }),
    rule('resolvable', 'Every import must exist.', {}, { couldNotResolve: true }),
    rule(
      'listed-package',
      'Packages used in production must be dependencies of package.json.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    rule('core-is-bottom', 'core imports only core.', { path: '^src/core/' }, { path: '^src/', pathNot: '^src/core/' }),
    rule(
      'pure',
      'Pure files must not reach a driver, Nest or I/O, not even indirectly.',
      { path: PURE },
      { path: IO, reachable: true },
    ),
    rule(
      'platform-below-modules',
      'platform must not import modules.',
      { path: '^src/platform/' },
      { path: '^src/', pathNot: '^src/(platform|core|migrations)/' },
    ),
    rule(
      'outcomes-below-operations',
      'Outcomes of writes must not depend on how operations run them.',
      { path: '^src/platform/outcomes/' },
      { path: '^src/platform/operations/' },
    ),
    rule(
      'migrations-in-migration',
      'Only platform/migration runs migrations.',
      { path: '^src/(?!platform/migration/|migrations/)' },
      { path: '^src/migrations/' },
    ),
    rule(
      'opentelemetry-in-traces',
      'Only the files that a process without traces does not load may import OpenTelemetry.',
      { path: '^src/(?!platform/traces/(open-telemetry|span-export)\\.ts$)' },
      { path: 'node_modules/@opentelemetry/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'modules-below-composition',
      'Modules must not import the composition root or the demo.',
      { path: '^src/modules/' },
      { path: '^src/', pathNot: '^src/(modules|platform|core|signalr)/' },
    ),
    rule(
      'signalr-in-hub',
      'Only the hub and its feeds may import the SignalR library.',
      { path: '^src/modules/(?!(hub|feeds)/)' },
      { path: '^src/signalr/' },
    ),
    rule(
      'signalr-stands-alone',
      'The SignalR library must not depend on the rest of the service.',
      { path: '^src/signalr/' },
      { path: '^src/(?!signalr/)' },
    ),
    rule(
      'signalr-without-nest',
      'Only signalr/nest may import Nest.',
      { path: '^src/signalr/(?!nest/)' },
      { path: 'node_modules/@nestjs/' },
    ),
    rule(
      'signalr-protocol-is-pure',
      'The SignalR protocol must not reach I/O; MessagePack is its only package.',
      { path: '^src/signalr/protocol/' },
      { path: ioExcept('@msgpack'), reachable: true },
    ),
    ...Object.entries(SIGNALR_MAY_USE).map(([name, uses]) =>
      rule(
        `signalr-${name}-declared-edges`,
        'Rooms of the SignalR library may only import the rooms declared here.',
        { path: `^src/signalr/${name}/` },
        { path: `^src/signalr/(?!(${[name, ...uses].join('|')})/)` },
      ),
    ),
    rule(
      'front-door',
      'Import another module through its index.ts.',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: '^src/modules/($1/|[^/]+/index\\.ts$)' },
    ),
    rule(
      'front-door-from-outside',
      'The composition root and the demo import a module through its index.ts.',
      { path: '^src/', pathNot: '^src/modules/' },
      { path: '^src/modules/', pathNot: '^src/modules/[^/]+/index\\.ts$' },
    ),
    rule(
      'demo-at-the-edge',
      'Only the composition root may import the demo.',
      { path: '^src/', pathNot: [COMPOSITION, '^src/demo/'] },
      { path: '^src/demo/' },
    ),
    rule(
      'wire-at-the-edge',
      'Only controllers, gateways, DTOs and their docs may import DTOs.',
      { path: '^src/', pathNot: '\\.(controller|gateway|dto|docs)\\.ts$' },
      { path: '\\.dto\\.ts$' },
    ),
    rule(
      'bodies-read-in-requests',
      'Member names of bodies are read in core/requests, in DTOs and by the readers of stored definitions.',
      { path: '^src/', pathNot: ['^src/core/requests/', '\\.dto\\.ts$', ...DEFINITION_READERS] },
      { path: '^src/core/requests/shape-reader\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'dto-as-value',
      'A type-only import of a DTO disables its validation.',
      { path: '\\.controller\\.ts$' },
      { path: '\\.dto\\.ts$', dependencyTypes: ['type-only'] },
    ),
    rule(
      'driver-in-its-rooms',
      'Only the rooms that hold connections, and the thread that renews leases, may import the driver.',
      {
        path: '^src/(?!platform/(database|embedded-postgres|routine-sessions|migration|changes|tables)/|platform/operations/lease-thread|migrations/)',
      },
      { path: 'node_modules/(@types/pg|pg|typeorm)/' },
    ),
    rule(
      'samples-stand-alone',
      'Samples must not import the service or its tests.',
      { path: '^samples/' },
      { path: '^(src|test)/' },
    ),
    rule('no-orphan', 'Unused files must be removed.', { orphan: true, path: '^src/' }, {}),
    rule(
      'declared-module',
      'A new module must declare its edges in this file.',
      { path: `^src/modules/(?!(${Object.keys(MAY_USE).join('|')})/)` },
      {},
    ),
    ...Object.entries(MAY_USE).map(([name, uses]) =>
      rule(
        `${name}-declared-edges`,
        'Undeclared edge between modules: invert it by a hook or the change log, or declare it here.',
        { path: `^src/modules/${name}/` },
        { path: `^src/modules/(?!(${[name, ...uses].join('|')})/)` },
      ),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
