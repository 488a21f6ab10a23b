import { type Cell, type CellsFile, defaultCellOf, type PlacedEnvironment } from '#core/cells/cell.js';
import { NO_NODE } from './no-node.js';

const HEADERS = ['TenantId', 'AppId', 'EnvironmentId'] as const;

/** Matches a part by its name or its id, in any letter case. */
const either = ({ names, ids }: PlacedEnvironment, i: number): object => ({
  safe_regex: { regex: `(?i)(${names[i]}|${ids[i]})` },
});

const clusterOf = ({ name }: Cell): string => `cell_${name}`;

/** Upgrades and long answers: BULK_TIMEOUT_MS, and connections of the hub. */
const to = (cell: Cell): object => ({ cluster: clusterOf(cell), timeout: '0s', idle_timeout: '660s' });

/** Two routes of an environment: by headers, and for the hub by the query where none of the headers is sent. */
const routesOf = (cell: Cell, environment: PlacedEnvironment): readonly object[] => [
  {
    match: {
      prefix: '/',
      headers: HEADERS.map((name, i) => ({ name, string_match: either(environment, i) })),
    },
    route: to(cell),
  },
  {
    match: {
      safe_regex: { regex: '(?i)/hubs/.*' },
      headers: HEADERS.map((name) => ({ name, present_match: false })),
      query_parameters: HEADERS.map((name, i) => ({ name, string_match: either(environment, i) })),
    },
    route: to(cell),
  },
];

const endpointOf = (origin: string): object => {
  const { hostname, port } = new URL(origin);
  return {
    endpoint: {
      address: { socket_address: { address: hostname.replaceAll(/[[\]]/g, ''), port_value: Number(port || '80') } },
    },
  };
};

const clusterFor = (cell: Cell): object => ({
  name: clusterOf(cell),
  type: 'STRICT_DNS',
  connect_timeout: '2s',
  lb_policy: 'LEAST_REQUEST',
  health_checks: [
    {
      timeout: '1s',
      interval: '0.5s',
      unhealthy_threshold: 1,
      healthy_threshold: 1,
      http_health_check: { path: '/health/ready' },
    },
  ],
  common_lb_config: { healthy_panic_threshold: { value: 0 } },
  load_assignment: { cluster_name: clusterOf(cell), endpoints: [{ lb_endpoints: cell.origins.map(endpointOf) }] },
});

const TYPES = 'type.googleapis.com/envoy.extensions';

/** The service's own form of an answer without a node. */
const LOCAL_REPLY = {
  mappers: [
    {
      filter: {
        status_code_filter: { comparison: { op: 'EQ', value: { default_value: 503, runtime_key: 'no_node' } } },
      },
      headers_to_add: [{ header: { key: 'Retry-After', value: '2' } }],
      body_format_override: { text_format_source: { inline_string: NO_NODE }, content_type: 'application/json' },
    },
  ],
};

function connectionManager(file: CellsFile): object {
  const routes = file.cells.flatMap((cell) => cell.environments.flatMap((each) => routesOf(cell, each)));
  const metrics = { match: { safe_regex: { regex: '(?i)/metrics.*' } }, direct_response: { status: 404 } };
  const others = { match: { prefix: '/' }, route: to(defaultCellOf(file)) };
  return {
    '@type': `${TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: 'cells',
    upgrade_configs: [{ upgrade_type: 'websocket' }],
    stream_idle_timeout: '660s',
    local_reply_config: LOCAL_REPLY,
    route_config: {
      virtual_hosts: [
        {
          name: 'cells',
          domains: ['*'],
          retry_policy: { retry_on: 'connect-failure', num_retries: 3 },
          routes: [metrics, ...routes, others],
        },
      ],
    },
    http_filters: [{ name: 'router', typed_config: { '@type': `${TYPES}.filters.http.router.v3.Router` } }],
  };
}

function listenerFor(file: CellsFile): object {
  const [, host, port] = /^(.*):(\d+)$/.exec(file.listen)!;
  const chain = { filters: [{ name: 'http', typed_config: connectionManager(file) }] };
  const { certificate } = file;
  const tls = certificate !== undefined && { transport_socket: tlsSocket(certificate) };
  return {
    name: 'cells',
    address: { socket_address: { address: host || '0.0.0.0', port_value: Number(port) } },
    filter_chains: [{ ...chain, ...tls }],
  };
}

const tlsSocket = (filename: string): object => ({
  name: 'tls',
  typed_config: {
    '@type': `${TYPES}.transport_sockets.tls.v3.DownstreamTlsContext`,
    common_tls_context: { tls_certificates: [{ certificate_chain: { filename }, private_key: { filename } }] },
  },
});

/** Configuration of Envoy as JSON, which is YAML too. */
export function envoyConfig(file: CellsFile): string {
  const resources = { listeners: [listenerFor(file)], clusters: file.cells.map(clusterFor) };
  return `# Written by \`npm run env -- cells\`, which replaces it. docs/cells.md explains it.
${JSON.stringify({ static_resources: resources }, undefined, 2)}
`;
}
