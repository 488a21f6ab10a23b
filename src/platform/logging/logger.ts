import type { LoggerService } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { destination, type Logger, pino } from 'pino';
import type { Principal, RequestContext } from '../../core/context.js';
import type { Config } from '../config/config.js';
import { readableLine } from './readable-line.js';
import { isProbe } from '../express/probes.js';
import { stateOf } from '../express/request-state.js';

/** Members that are redacted in logged objects. */
const SECRETS = ['authorization', 'password', 'secret', 'token', 'accessToken', 'access_token', 'connectionString'];

/** Buffered bytes that trigger a write, low enough that the write stays within the 4 KB that pipes keep together. */
const WRITE_FROM_BYTES = 3_072;
const BAD_REQUEST = 400;

type Output = ReturnType<typeof destination>;

/** Standard output, shared by all loggers. */
let standardOutput: Output | undefined;

function openOutput(): Output {
  const output = destination({ sync: true, minLength: WRITE_FROM_BYTES, periodicFlush: 100 });
  process.once('exit', () => {
    try {
      output.flushSync();
    } catch {
      // The reader of the output has gone.
    }
  });
  return output;
}

/**
 * Creates a logger that writes one line per event to standard output, as JSON or as readable text. Lines are buffered
 * for at most 100 ms and flushed at exit. Several processes may share the output without mixing their lines.
 */
export function createLogger({ logLevel: level, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const output = (standardOutput ??= openOutput());
  const options = { level, base: { pid: process.pid }, redact: { paths: SECRETS, censor: '[redacted]' } };
  const isReadable = logFormat === 'auto' ? process.stdout.isTTY : logFormat === 'text';
  return pino(options, isReadable ? readable(output) : output);
}

const readable = (output: Output): Pick<Output, 'write' | 'flushSync'> => ({
  write: (json) => output.write(readableLine(json)),
  flushSync: () => output.flushSync(),
});

/**
 * Logs one line per request: member, route, status and duration, without values, tokens and query strings. Probes and
 * scrapes that succeed are lines of level debug.
 */
export class RequestLog {
  /** Child loggers by member, so that ids are serialised once per member and not once per request. */
  readonly #members = new WeakMap<Principal, Logger>();

  constructor(private readonly logger: Logger) {}

  write(res: ServerResponse): void {
    const { id, path, context, receivedAt, correlationId } = stateOf(res.req);
    const logger = context ? this.#loggerOf(context) : this.logger;
    const level = isProbe(path) && res.writableFinished && res.statusCode < BAD_REQUEST ? 'debug' : 'info';
    logger[level](
      {
        requestId: id,
        method: res.req.method,
        path,
        status: res.headersSent ? res.statusCode : undefined,
        durationMs: Math.round((performance.now() - receivedAt) * 100) / 100,
        aborted: res.writableFinished ? undefined : true,
        correlationId: correlationId ?? undefined,
      },
      'request',
    );
  }

  #loggerOf({ catalogue: { environment }, principal }: RequestContext): Logger {
    const known = this.#members.get(principal);
    if (known) return known;
    const { tenantId, appId, id: environmentId } = environment;
    const made = this.logger.child({ tenantId, appId, environmentId, userId: principal.userId });
    this.#members.set(principal, made);
    return made;
  }
}

/** Parts of Nest that log one line per route and module at start. */
const CHATTER: ReadonlySet<unknown> = new Set(['InstanceLoader', 'RouterExplorer', 'RoutesResolver']);

/** Writes the messages of Nest and of `new Logger(name)` to the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(CHATTER.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Writes a message. Nest passes the logger's name as the last argument, and for errors the stack before it. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    const stack = rest.length > 1 ? rest[0] : undefined;
    if (message instanceof Error) this.logger[level]({ err: message, context }, message.message);
    else this.logger[level]({ context, stack }, String(message));
  }
}
