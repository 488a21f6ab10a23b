import { type CellsFile, defaultCellOf, spellingsOf } from '#core/cells/cell.js';
import { NO_NODE } from './no-node.js';

/** Names of the context headers and of their parameters in the query of the hub, by variables of a request. */
const PARTS = [
  ['tenant', 'TenantId'],
  ['app', 'AppId'],
  ['environment', 'EnvironmentId'],
] as const;

/**
 * Takes a part of the context as the nodes do: a header first, for the hub else the last parameter of this name, in any
 * letter case.
 */
const partLines = ([variable, name]: (typeof PARTS)[number]): string => {
  const parameter = `(^|&)${name}=`;
  const value = `regsub("^(.*&)?${name}=([^&]*).*$","\\2",i)`;
  return `  http-request set-var(txn.${variable}) req.fhdr(${name}),lower
  http-request set-var(txn.${variable}) 'query,${value},url_dec,lower' if hub !{ req.fhdr(${name}) -m found } { query -m reg -i '${parameter}' }`;
};

/** Configuration of HAProxy 2.6 or later. @param mapPath absolute path of the file of `haproxyMap` */
export function haproxyConfig(file: CellsFile, mapPath: string): string {
  const fallback = defaultCellOf(file).name;
  const bind = file.certificate === undefined ? file.listen : `${file.listen} ssl crt ${file.certificate}`;
  const backends = file.cells.map(({ name, origins }) => {
    const servers = origins.map(
      (origin, i) => `  server node${i + 1} ${new URL(origin).hostname}:${portOf(origin)} check`,
    );
    return `
backend cell_${name}
  balance leastconn
  option httpchk GET /health/ready
  default-server inter 500ms fall 1 rise 1
${servers.join('\n')}
`;
  });
  return `# Written by \`npm run env -- cells\`, which replaces it. docs/cells.md explains it.
defaults
  mode http
  timeout connect 2s
  # Longer than BULK_TIMEOUT_MS.
  timeout client 11m
  timeout server 11m
  # Connections of the hub; longer than HUB_KEEP_ALIVE_MS.
  timeout tunnel 1h
  retries 3
  option redispatch 1
  retry-on conn-failure
  http-error status 503 content-type application/json string '${NO_NODE}' hdr Retry-After 2

frontend cells
  bind ${bind}
  http-request deny deny_status 404 if { path_beg -i /metrics }
  acl hub path_beg -i /hubs/
${PARTS.map(partLines).join('\n')}
  http-request set-var-fmt(txn.key) "%[var(txn.tenant)]/%[var(txn.app)]/%[var(txn.environment)]"
  use_backend 'cell_%[var(txn.key),map_str("${mapPath}",${fallback})]'
  default_backend cell_${fallback}
${backends.join('')}`;
}

const portOf = (origin: string): string => new URL(origin).port || '80';

/** The map of the configuration: a line for each spelling of each environment, with its cell. */
export const haproxyMap = ({ cells }: CellsFile): string =>
  cells
    .flatMap(({ name, environments }) => environments.flatMap(spellingsOf).map((spelling) => `${spelling} ${name}\n`))
    .join('');
