const { builtinModules } = require('node:module');

// Capabilities in their order: each may import those before it, through their doors or their cores. The hub tails the change
// log and imports records only.
const ORDER = [
  'records',
  'definitions',
  'queries',
  'routines',
  'lifecycle',
  'automation',
  'approvals',
  'access',
  'openapi',
  'environments',
];
const MAY_USE = { ...Object.fromEntries(ORDER.map((name, i) => [name, ORDER.slice(0, i)])), hub: ['records'] };
const CAPABILITIES = Object.keys(MAY_USE).join('|');
// A folder named core is pure: src/core for all, <capability>/core for one.
const CORES = `^src/(core|(${CAPABILITIES})/core)/`;

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
const COMPOSITION = '^src/(app\\.module|app|main)\\.ts$';

// Readers of stored definitions and of hooks' clauses, and the factory of readers for a call.
const DEFINITION_READERS = [
  '^src/core/(checks/defined-criterion|compile/build-workflow|context/(nowhere|reader-of)|fields/read-parameters)\\.ts$',
  '^src/core/(catalogue/hub-names|tokens/token-clause)\\.ts$',
  '^src/definitions/core/checks/where-faults\\.ts$',
  '^src/automation/core/(checks/check-(clauses|workflows|writes)|workflows/read-execution)\\.ts$',
  '^src/queries/(core/lists/read-list|saved/(read-run|read-saved-query))\\.ts$',
  '^src/(records/hooks/read-images.repository|routines/execute/execute-bodies)\\.ts$',
];

// Parts of the studio, and which of the others each may use; app uses all of them.
const STUDIO_MAY_USE = {
  text: [],
  data: ['text'],
  queries: ['text', 'data'],
  ui: ['text', 'data'],
  fields: ['text', 'data', 'queries', 'ui'],
  features: ['text', 'data', 'queries', 'ui', 'fields'],
};

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
      'cores-import-cores',
      'The core of a capability imports only cores.',
      { path: `^src/(${CAPABILITIES})/core/` },
      { path: '^src/', pathNot: CORES },
    ),
    rule(
      'pure',
      'Cores are pure: they must not reach a driver, Nest or I/O, not even indirectly.',
      { path: CORES },
      { path: IO, reachable: true },
    ),
    rule(
      'platform-below-capabilities',
      'platform knows no capability.',
      { path: '^src/platform/' },
      { path: '^src/', pathNot: '^src/(platform|core|migrations)/' },
    ),
    rule(
      'outcomes-below-operations',
      'Outcomes of writes must not depend on how operations run them.',
      { path: '^src/platform/operations/outcomes/' },
      { path: '^src/platform/operations/(?!outcomes/)' },
    ),
    rule(
      'migrations-in-migration',
      'Only platform/database runs migrations.',
      { path: '^src/(?!platform/database/(migrate|migration-data-source)\\.ts$|migrations/)' },
      { path: '^src/migrations/' },
    ),
    rule(
      'opentelemetry-in-traces',
      'Only the files that a process without traces does not load may import OpenTelemetry.',
      { path: '^src/(?!platform/observability/traces/(open-telemetry|span-export)\\.ts$)' },
      { path: 'node_modules/@opentelemetry/', dependencyTypesNot: ['type-only'] },
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
    ...Object.entries(MAY_USE).map(([name, uses]) =>
      rule(
        `${name}-in-order`,
        'A capability imports core, platform and the cores and doors of those before it: invert the edge by a hook or the change log.',
        { path: `^src/${name}/` },
        {
          path: '^src/',
          pathNot: [
            `^src/(${name}|core|platform${name === 'hub' ? '|signalr' : ''})/`,
            `^src/(${uses.join('|') || name})/(core/|index\\.ts$)`,
          ],
        },
      ),
    ),
    rule(
      'front-door-from-outside',
      'The composition root, the command and the demo import a capability through its index.ts or its core.',
      { path: '^src/', pathNot: `^src/(${CAPABILITIES}|core|platform)/` },
      { path: `^src/(${CAPABILITIES})/`, pathNot: `^src/[^/]+/(core/|index\\.ts$)` },
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
      { path: '^src/core/shapes/shape-reader\\.ts$', dependencyTypesNot: ['type-only'] },
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
        path: '^src/(?!platform/(database|change-log)/|platform/operations/lease-thread|migrations/)',
      },
      { path: 'node_modules/(@types/pg|pg|typeorm)/' },
    ),
    rule(
      'studio-stands-alone',
      'The studio knows the service by its public API alone.',
      { path: '^studio/' },
      { path: '^(src|test|samples)/' },
    ),
    rule(
      'service-without-studio',
      'The service serves the built studio; it must not import its sources.',
      { path: '^(src|samples)/' },
      { path: '^studio/' },
    ),
    ...Object.entries(STUDIO_MAY_USE).map(([name, uses]) =>
      rule(
        `studio-${name}-declared-edges`,
        'Parts of the studio may only import the parts declared here.',
        { path: `^studio/src/${name}/` },
        { path: '^studio/src/', pathNot: `^studio/src/(${[name, ...uses].join('|')})/` },
      ),
    ),
    rule(
      'studio-features-apart',
      'A feature links to others by their addresses.',
      { path: '^studio/src/features/([^/]+)/' },
      { path: '^studio/src/features/', pathNot: '^studio/src/features/$1/' },
    ),
    rule(
      'studio-components-in-ui',
      'Only ui/ may import React Aria, so that each component is wrapped once.',
      { path: '^studio/src/(?!ui/)' },
      { path: 'node_modules/(react-aria-components|react-aria|@react-aria|react-stately|@react-stately)/' },
    ),
    rule(
      'studio-data-is-pure',
      'data/ and text/ decide without React: unit tests run them in Node.',
      { path: '^studio/src/(data|text)/' },
      {
        path: 'node_modules/(react|react-dom|react-aria-components|@tanstack/react-[^/]+)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'samples-stand-alone',
      'Samples must not import the service or its tests.',
      { path: '^samples/' },
      { path: '^(src|test)/' },
    ),
    rule('no-orphan', 'Unused files must be removed.', { orphan: true, path: '^src/' }, {}),
    rule(
      'declared-area',
      'A new folder of src is a capability: give it a place in the order of this file. Operators may add hooks (docs/hooks.md).',
      { path: `^src/(?!(${CAPABILITIES}|core|platform|signalr|demo|command|migrations|hooks)/)[^/]+/` },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A project of its own, which imports the packed package.
    exclude: '^samples/plugin/',
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
