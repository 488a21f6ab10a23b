import { StartRefused } from './platform/process/config/start-refused.js';
import { refusalOf } from './platform/database/connections/database.errors.js';
import { ServerStartFailed } from './platform/database/embedded-postgres/embedded-supervisor.js';

/** Faults of a start that an operator mends, by the code of the operating system. */
const LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Set PORT to another one, or end that program.',
  EACCES: 'may not be used by this user. Set PORT to one from 1024 on.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set HOST to one that is.',
};

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/** Reasons of PostgreSQL to refuse a connection, by SQL state, with what helps. */
const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'The password or the login in DATABASE_URL is wrong.',
  '28000': 'pg_hba.conf of the server, or a missing login, refuses it.',
  '3D000': 'Create the database that DATABASE_URL names, or name another one.',
  '42501': 'docs/security.md has the SQL of a login with the rights that the service needs.',
  '53300': 'The server has no connection left: raise max_connections, or lower DATABASE_POOL_SIZE.',
  '57P03': 'The server is starting or stopping; try again.',
};

interface SystemError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  /** Faults of the addresses of one name. */
  readonly errors?: readonly Error[];
}

/** Says why the service did not start: for faults of settings and of the surroundings without a stack. */
export function startFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (
    listenFault(error) ?? databaseFault(error) ?? (isPlain(error) ? error.message : (error.stack ?? error.message))
  );
}

const isPlain = (error: Error): boolean => error instanceof StartRefused || error instanceof ServerStartFailed;

function listenFault({ code = '', syscall, address, port }: SystemError): string | undefined {
  if (syscall !== 'listen' && syscall !== 'bind') return undefined;
  return Object.hasOwn(LISTEN, code) ? `The address ${address}:${port} ${LISTEN[code]}` : undefined;
}

function databaseFault(error: SystemError): string | undefined {
  const { code = '', message, errors = [] } = error;
  if (refusalOf(error) && Object.hasOwn(REFUSED, code))
    return `The database refuses the service: ${message} (${code}). ${REFUSED[code]}`;
  const isOfConnection = error.syscall === undefined || ['connect', 'getaddrinfo'].includes(error.syscall);
  if (!UNREACHABLE.has(code) || !isOfConnection) return undefined;
  const reasons = errors.length > 0 ? errors.map((each) => each.message).join(', ') : message;
  return `The database server cannot be reached: ${reasons}. Start it, or correct DATABASE_URL.`;
}
