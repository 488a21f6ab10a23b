import { mailbox } from './mailbox.js';
import { isLoopback } from './address-ranges.js';
import { type HostPattern, hostPattern } from './host-pattern.js';
import { readSecretsFile } from './secrets-file.js';
import type { Settings } from './settings.js';

/** HTTP calls to other systems. */
export interface OutboundConfig {
  /** HTTP_ALLOWED_HOSTS, comma-separated `host`, `host:port` or `*.domain`; default none: no calls. */
  readonly allowedHosts: readonly HostPattern[];
  /** HTTP_PRIVATE_HOSTS, comma-separated: listed hosts and addresses that may be in private networks; default none. */
  readonly privateHosts: readonly HostPattern[];
  /** HTTP_TIMEOUT_MS, default 10000: time limit of a call, redirects included. */
  readonly timeoutMs: number;
  /** SECRETS_FILE: JSON, environment id → name → text; undefined: no secrets, calls are not signed. */
  readonly secretsFile: string | undefined;
}

/** Mail server and sender. */
export interface MailConfig {
  /** SMTP_URL, such as `smtp://user:password@mail.example:587`. */
  readonly url: string;
  /**
   * True when the login of SMTP_URL must not be sent without TLS; the parameters `requireTLS=false` and `ignoreTLS=true`
   * of the URL allow it, as does a mail server on this machine.
   */
  readonly requiresTls: boolean;
  /** MAIL_FROM: address of the sender, also as `Name <address>`; required with SMTP_URL. */
  readonly from: string;
  /** SMTP_TIMEOUT_MS, default 30000: time limit of a message, the wait for a connection included. */
  readonly timeoutMs: number;
}

/** Reads the settings of HTTP calls to other systems. */
export function outboundConfig(settings: Settings): OutboundConfig {
  const refusePrivate = (text: string): void =>
    settings.problem(
      `HTTP_PRIVATE_HOSTS must list hosts such as erp.example.com or 10.0.0.5, without ports, not '${text}'`,
    );
  return {
    allowedHosts: hosts(settings.items('HTTP_ALLOWED_HOSTS'), (text) =>
      settings.problem(
        `HTTP_ALLOWED_HOSTS must list hosts such as api.example.com, api.example.com:8443 or *.example.com, not '${text}'`,
      ),
    ),
    privateHosts: hosts(settings.items('HTTP_PRIVATE_HOSTS'), refusePrivate).filter(({ host, port }) => {
      if (port !== undefined) refusePrivate(`${host}:${port}`);
      return port === undefined;
    }),
    timeoutMs: settings.int('HTTP_TIMEOUT_MS', 10_000, { min: 1, max: 300_000 }),
    secretsFile: secretsFile(settings),
  };
}

/** Reads the settings of mail; `undefined` without SMTP_URL. */
export function mailConfig(settings: Settings): MailConfig | undefined {
  const url = settings.url('SMTP_URL', ['smtp:', 'smtps:']);
  const from = settings.text('MAIL_FROM');
  const timeoutMs = settings.int('SMTP_TIMEOUT_MS', 30_000, { min: 1, max: 600_000 });
  if (from !== undefined && mailbox(from) === undefined)
    settings.problem('MAIL_FROM must be an address such as orders@example.com or Orders <orders@example.com>');
  if (url === undefined) return undefined;
  if (from === undefined) settings.problem('SMTP_URL needs MAIL_FROM');
  return { url, requiresTls: requiresTls(settings, url), from: from ?? '', timeoutMs };
}

/** Tells whether a login must be sent over TLS only, and warns where the parameters of the URL say otherwise. */
function requiresTls(settings: Settings, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password, searchParams } = new URL(url);
  if (searchParams.get('tls.rejectUnauthorized') === 'false')
    settings.warn('SMTP_URL has tls.rejectUnauthorized=false: the certificate of the mail server is not verified.');
  if (searchParams.get('requireTLS') === 'true') return true;
  const hasLogin = username !== '' || password !== '';
  if (protocol !== 'smtp:' || !hasLogin || isLoopback(hostname)) return false;
  const isWaived = searchParams.get('requireTLS') === 'false' || searchParams.get('ignoreTLS') === 'true';
  if (isWaived) settings.warn('SMTP_URL allows the login to be sent without TLS.');
  return !isWaived;
}

function hosts(texts: readonly string[], refuse: (text: string) => void): readonly HostPattern[] {
  return texts.flatMap((text) => {
    const pattern = hostPattern(text);
    if (!pattern) refuse(text);
    return pattern ?? [];
  });
}

/** Reads the file once, so that a faulty one stops the start. */
function secretsFile(settings: Settings): string | undefined {
  const path = settings.text('SECRETS_FILE');
  if (path === undefined) return undefined;
  try {
    readSecretsFile(path);
  } catch (error) {
    settings.problem(`SECRETS_FILE ${(error as Error).message}`);
  }
  return path;
}
