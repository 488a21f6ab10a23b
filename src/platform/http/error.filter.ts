import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { DomainError, type ErrorCode } from '#core/errors.js';
import { isOutdated } from '#platform/database/connections/database.errors.js';
import type { ErrorTranslators } from './error-translators.js';
import { type Problem, problem, problemOf, writeProblem } from './problem.js';
import { send } from './reply.js';
import { contextOf, stateOf } from '#platform/observability/requests/request-state.js';

/** Error codes for the statuses of Nest's and Express's own errors. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'TokenInvalid',
  403: 'PermissionRequired',
  404: 'NotFound',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  503: 'Unavailable',
};

/**
 * Answers any thrown value with the error body (docs/interface/conventions.md#errors). No other place writes error
 * bodies.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  /**
   * @param allowedMethods methods of a path, which distinguish 404 from 405
   * @param repeat handles a request again, and answers false where that cannot be done
   */
  constructor(
    private readonly logger: Logger,
    private readonly failures: ErrorTranslators,
    private readonly allowedMethods: (path: string) => readonly string[],
    private readonly repeat: (req: IncomingMessage, res: ServerResponse) => boolean,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const req = http.getRequest<IncomingMessage>();
    const res = http.getResponse<ServerResponse>();
    const respond = (error: unknown): void => this.respond(error, req, res);
    const translated = this.failures.translate(thrown, req);
    if (translated) void translated.then(respond, respond);
    else respond(thrown);
  }

  private respond(error: unknown, req: IncomingMessage, res: ServerResponse): void {
    if (res.headersSent) return this.breakOff(error, req, res);
    if (isOutdated(error) && this.repeat(req, res)) return;
    if (error instanceof HttpException && error.getStatus() === 404) return this.answerUnrouted(req, res);
    this.answer(req, res, this.problemFor(error, req));
  }

  /** Breaks the connection of a partly sent response, which is the only way to report that the rest is missing. */
  private breakOff(error: unknown, req: IncomingMessage, res: ServerResponse): void {
    this.logger.error({ err: error, requestId: stateOf(req).id }, 'failed while answering');
    res.destroy();
  }

  private answerUnrouted(req: IncomingMessage, res: ServerResponse): void {
    const allowed = this.allowedMethods(stateOf(req).path);
    if (allowed.length === 0) return this.answer(req, res, problem('NotFound', 'There is no such route.'));
    res.setHeader('Allow', allowed.join(', '));
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    this.answer(req, res, problem('MethodNotAllowed', `This route allows ${allowed.join(', ')}.`));
  }

  private problemFor(error: unknown, req: IncomingMessage): Problem {
    if (error instanceof DomainError) return problemOf(error);
    if (error instanceof HttpException && error.getStatus() < 500)
      return problem(CODES[error.getStatus()] ?? 'Validation', error.message, error.getStatus());
    const { id } = stateOf(req);
    this.logger.error({ err: error, requestId: id }, 'internal error');
    return problem('Internal', `The service failed. Quote request ${id} to its operator.`);
  }

  private answer(req: IncomingMessage, res: ServerResponse, failure: Problem): void {
    for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value);
    const text = writeProblem(stateOf(req), failure);
    if (contextOf(req)?.catalogue.environment.settings.errorsAsHttp200)
      send(res, 200, 'application/json; charset=utf-8', text);
    else send(res, failure.status, 'application/problem+json; charset=utf-8', text);
  }
}
