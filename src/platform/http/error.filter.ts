import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { DomainError, type ErrorCode } from '../../core/errors.js';
import type { ErrorTranslators } from './error-translators.js';
import { type Problem, problem, problemOf, writeProblem } from './problem.js';
import { send } from './reply.js';
import { contextOf, stateOf } from '../express/request-state.js';

/** Codes for what Nest and Express refuse by themselves. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'TokenInvalid',
  403: 'PermissionRequired',
  404: 'NotFound',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  503: 'Unavailable',
};

/** Turns whatever was thrown into the error body of contract §2; the only place that does. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  /** @param allowedMethods the methods that a path knows, for 404 against 405. */
  constructor(
    private readonly logger: Logger,
    private readonly failures: ErrorTranslators,
    private readonly allowedMethods: (path: string) => readonly string[],
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const req = http.getRequest<IncomingMessage>();
    const res = http.getResponse<ServerResponse>();
    const tell = (told: unknown): void => this.tell(told, req, res);
    const judged = this.failures.translate(thrown, req);
    if (judged) void judged.then(tell, tell);
    else tell(thrown);
  }

  private tell(error: unknown, req: IncomingMessage, res: ServerResponse): void {
    if (res.headersSent) return this.breakOff(error, req, res);
    if (error instanceof HttpException && error.getStatus() === 404) return this.answerUnrouted(req, res);
    this.answer(req, res, this.problemFor(error, req));
  }

  /** Half an answer is out: only a broken connection tells the caller that the rest is missing. */
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
