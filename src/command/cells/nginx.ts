import { type CellsFile, defaultCellOf, spellingsOf } from '#core/cells/cell.js';
import { NO_NODE } from './no-node.js';

const PARTS = [
  ['tenant', 'TenantId'],
  ['app', 'AppId'],
  ['environment', 'EnvironmentId'],
] as const;

/** The header first; for the hub else the first parameter of this name, in any letter case. */
const partMaps = ([variable, name]: (typeof PARTS)[number]): string => `
map $uri $hub_${variable} {
  default '';
  ~*^/hubs/ $arg_${name};
}
map $http_${name.toLowerCase()} $cell_${variable} {
  default $http_${name.toLowerCase()};
  '' $hub_${variable};
}
`;

/** Nodes of each cell. */
const upstreamsOf = ({ cells }: CellsFile): string =>
  cells
    .map(
      ({ name, origins }) => `
upstream cell_${name} {
  least_conn;
${origins.map((origin) => `  server ${new URL(origin).host} max_fails=1 fail_timeout=1s;\n`).join('')}  keepalive 64;
}
`,
    )
    .join('');

const placesOf = ({ cells }: CellsFile): readonly string[] =>
  cells.flatMap(({ name, environments }) =>
    environments.flatMap(spellingsOf).map((spelling) => `  ${spelling} cell_${name};\n`),
  );

const LOCATIONS = `
  location ~* ^/metrics {
    return 404;
  }

  location / {
    proxy_pass http://$cell;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_upgrade;
    proxy_next_upstream error;
    proxy_next_upstream_tries 2;
    # Server-Sent Events and long polling of the hub.
    proxy_buffering off;
    # BULK_TIMEOUT_MS; longer than HUB_KEEP_ALIVE_MS.
    proxy_read_timeout 11m;
    proxy_send_timeout 11m;
    error_page 502 =503 @no_node;
  }

  location @no_node {
    default_type application/json;
    add_header Retry-After 2 always;
    return 503 '${NO_NODE}';
  }
`;

/** The port of the router; NGINX wants no colon before a port without host. */
function listenLines({ listen, certificate }: CellsFile): string {
  const address = listen.replace(/^:/, '');
  if (certificate === undefined) return `  listen ${address};\n`;
  return `  listen ${address} ssl;\n  ssl_certificate ${certificate};\n  ssl_certificate_key ${certificate};\n`;
}

/** Configuration of NGINX 1.22 or later, as a file of /etc/nginx/conf.d. Its maps match in any letter case. */
export function nginxConfig(file: CellsFile): string {
  const places = placesOf(file);
  return `# Written by \`npm run env -- cells\`, which replaces it. docs/cells.md explains it.
map_hash_bucket_size 512;
map_hash_max_size ${Math.max(2_048, 2 * places.length)};
${PARTS.map(partMaps).join('')}
map "$cell_tenant/$cell_app/$cell_environment" $cell {
  default cell_${defaultCellOf(file).name};
${places.join('')}}

map $http_upgrade $connection_upgrade {
  default upgrade;
  # Keeps connections to the nodes open.
  '' '';
}
${upstreamsOf(file)}
server {
${listenLines(file)}  # BULK_BODY_LIMIT_BYTES
  client_max_body_size 50m;
${LOCATIONS}}
`;
}
