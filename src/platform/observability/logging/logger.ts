import type { LoggerService } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { type Logger, pino } from 'pino';
import type { Principal, RequestContext } from '#core/context/context.js';
import type { Config } from '#platform/process/config/config.js';
import { LogOutput } from './log-output.js';
import { readableLine } from './readable-line.js';
import { isProbe } from '#platform/observability/requests/probes.js';
import { stateOf } from '#platform/observability/requests/request-state.js';

/** Members that are redacted in logged objects. */
const SECRETS = ['authorization', 'password', 'secret', 'token', 'accessToken', 'access_token', 'connectionString'];

const BAD_REQUEST = 400;

/** Standard output, shared by all loggers. */
let standardOutput: LogOutput | undefined;

function openOutput(): LogOutput {
  const output = new LogOutput();
  process.once('exit', () => output.flushSync());
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

const readable = (output: LogOutput): Pick<LogOutput, 'write' | 'flushSync'> => ({
  write: (json) => output.write(readableLine(json)),
  flushSync: () => output.flushSync(),
});

type Member = Pick<RequestContext, 'catalogue' | 'principal'>;

/**
 * Logs one line per request: member, route, status and duration, without values, tokens and query strings. Probes and
 * scrapes that succeed are lines of level debug, as are the polls of hub clients.
 */
export class RequestLog {
  /** Child loggers by member, so that ids are serialised once per member and not once per request. */
  readonly #members = new WeakMap<Principal, Logger>();

  constructor(private readonly logger: Logger) {}

  write(res: ServerResponse): void {
    const state = stateOf(res.req);
    const { id, path, receivedAt, correlationId } = state;
    const member = state.context ?? state.member;
    const logger = member ? this.#loggerOf(member) : this.logger;
    const isFrequent = state.isPoll || isProbe(path);
    const level = isFrequent && res.writableFinished && res.statusCode < BAD_REQUEST ? 'debug' : 'info';
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

  #loggerOf({ catalogue: { environment }, principal }: Member): Logger {
    const known = this.#members.get(principal);
    if (known) return known;
    const { tenantId, appId, id: environmentId } = environment;
    const { userId, key } = principal;
    const made = this.logger.child({ tenantId, appId, environmentId, userId, ...(key && { keyId: key.id }) });
    this.#members.set(principal, made);
    return made;
  }
}

/** Parts of Nest that log one line per route and module at start. */
const CHATTER: ReadonlySet<unknown> = new Set(['InstanceLoader', 'RouterExplorer', 'RoutesResolver']);

/** Part of Nest that logs why a start failed. */
const START = 'ExceptionHandler';

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
    // The program says at its end why it did not start, with the stack where that helps.
    if (context === START && message instanceof Error) this.logger[level]({ context }, message.message);
    else if (message instanceof Error) this.logger[level]({ err: message, context }, message.message);
    else this.logger[level]({ context, stack }, String(message));
  }
}
