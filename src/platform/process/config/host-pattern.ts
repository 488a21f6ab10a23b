import { isIP } from 'node:net';

/** Hosts that an operator lists: one name or address, or all names below a domain. */
export interface HostPattern {
  /** Name in lower case (international names in ASCII form) or address, without brackets and final dot. */
  readonly host: string;
  /** True for `*.example.com`: names below the host, not the host itself. */
  readonly isDomain: boolean;
  /** The only port; `undefined` stands for the default ports 80 and 443. */
  readonly port: number | undefined;
}

/** Host and port of a URL, written like those of a pattern. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORTS: ReadonlySet<number> = new Set([80, 443]);

const PATTERN = /^(\*\.)?(\[[^\]]+\]|[^\s/?#@\\:[\]*]+)(?::([1-9]\d{0,4}))?$/;

/** Writes the host name of a parsed URL as patterns do. */
export const canonicalHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** Parses `host`, `host:port`, `*.example.com` or an address (IPv6 in brackets); `undefined` for anything else. */
export function hostPattern(text: string): HostPattern | undefined {
  const [, domain, name, port] = PATTERN.exec(text) ?? [];
  const origin = `http://${name}:${port ?? 80}`;
  if (name === undefined || !URL.canParse(origin)) return undefined;
  const host = canonicalHost(new URL(origin).hostname);
  const isDomain = domain !== undefined;
  if (host === '' || (isDomain && isIP(host) !== 0)) return undefined;
  return { host, isDomain, port: port === undefined ? undefined : Number(port) };
}

const matchesName = ({ host, isDomain }: HostPattern, name: string): boolean =>
  isDomain ? name.endsWith(`.${host}`) : name === host;

/** Tells whether one of the patterns covers a host and its port. */
export const coversHost = (patterns: readonly HostPattern[], { host, port }: HostAndPort): boolean =>
  patterns.some(
    (pattern) =>
      matchesName(pattern, host) && (pattern.port === undefined ? DEFAULT_PORTS.has(port) : pattern.port === port),
  );

/** Tells whether one of the patterns covers a host, whatever the port. */
export const coversName = (patterns: readonly HostPattern[], host: string): boolean =>
  patterns.some((pattern) => matchesName(pattern, host));
