import { ExpressAdapter } from '@nestjs/platform-express';
import type { Application } from 'express';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HttpConfig } from '#platform/process/config/config.js';
import { watchArrival } from './arrival.js';
import { RECEIVE_MS } from './body.js';
import { type BodyLimits, attachState, RequestState, stateOf } from '#platform/observability/requests/request-state.js';
import { answerClientError } from './client-errors.js';
import { Cors } from './cors.js';
import { Drain } from './drain.js';
import { ErrorTranslators } from './error-translators.js';
import { expressClasses, setHeaders } from './express-classes.js';
import { RequestLog } from '#platform/observability/logging/logger.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { RequestMetrics } from '#platform/observability/requests/request-metrics.js';
import { RequestTraces } from '#platform/observability/requests/request-traces.js';
import type { Traces } from '#platform/observability/traces/traces.js';
import { protectiveHeaders } from './protective-headers.js';
import {
  DocumentReply,
  Reply,
  sendDocument,
  sendReply,
  sendStream,
  sendTagged,
  StreamReply,
  TaggedReply,
} from './reply.js';
import { requestId } from './request-id.js';
import { repeatRequest } from './repeat-request.js';

/** Route or middleware of Express's router, whose types leave `match` out. */
interface Layer {
  readonly route?: { readonly stack: readonly { readonly method: string }[] };
  match(path: string): unknown;
}

type Handler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => unknown) => Promise<unknown>;
type ErrorHandler = (error: unknown, req: IncomingMessage, res: ServerResponse) => unknown;

/** Paths without parameters; the page of Swagger UI is left to Express, whose middleware sets its headers. */
const FIXED = /^(?!\/swagger)[\w/.-]+$/;

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const TIMEOUTS = {
  headersTimeout: 10_000,
  /** Longer than that of load balancers, so that the service never closes a connection that they are about to use. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};

const IN_PROGRESS = {
  kind: 'gauge',
  name: 'http_requests_in_progress',
  help: 'Requests whose answer has not ended.',
} as const;

/**
 * Time for which idle connections stay open after new ones are refused, at most `DRAIN_DELAY_MS`: a proxy may be sending a
 * request on one, and sends it nowhere else.
 */
const LAST_REQUESTS_MS = 500;
/** Milliseconds that connections get for their last bytes after all handlers have ended. */
const LAST_BYTES_MS = 2_000;
const SWEEP_MS = 20;

/**
 * Express adapter of Nest, tuned for speed (decision 0160). Requests and responses use prepared classes, routes read
 * their own bodies, replies are one write, and routes without parameters are found by a map. Middleware does not run on
 * those routes: this adapter or the guard do the work for every request. It also implements the shutdown of the server;
 * Nest's options `return503OnClosing` and `forceCloseConnections` have no effect.
 */
export class FastExpressAdapter extends ExpressAdapter {
  readonly drain = new Drain();
  readonly failures = new ErrorTranslators();
  readonly #connections = new Set<Socket>();
  readonly #cors: Cors;
  #answerError!: ErrorHandler;
  readonly #fixed = new Map<string, Map<string, Handler>>();
  readonly #open = new Set<ServerResponse>();
  readonly #onClose: (this: ServerResponse) => void;
  readonly #bodyLimits: BodyLimits;
  readonly #protectiveHeaders: readonly string[];
  readonly #requestTraces: RequestTraces | undefined;

  constructor(
    private readonly config: HttpConfig,
    logger: Logger,
    readonly metrics: Metrics,
    readonly traces: Traces,
    /** Longest time, in milliseconds, that any route waits for its body. */
    private readonly requestTimeout = RECEIVE_MS,
  ) {
    super();
    this.#cors = new Cors(config.corsOrigins);
    this.#protectiveHeaders = protectiveHeaders(config.strictTransport);
    const log = new RequestLog(logger);
    const requests = metrics.isOn ? new RequestMetrics(metrics) : undefined;
    const spans = traces.tracer && new RequestTraces(traces, traces.tracer);
    this.#requestTraces = spans;
    const open = this.#open;
    metrics.add(IN_PROGRESS, {}, () => open.size);
    const limits = { limitBytes: config.bodyLimitBytes, receiveMs: RECEIVE_MS, minBytesPerSecond: config.bodyMinRate };
    this.#bodyLimits = limits;
    this.#onClose = function (): void {
      open.delete(this);
      stateOf(this.req).onEnd?.();
      log.write(this);
      requests?.observe(this);
      spans?.end(this);
      if (!this.req.complete) cutWhenLate(this.req, limits);
    };
    this.getInstance<Application>().disable('x-powered-by').disable('etag');
    for (const verb of VERBS) this.#wrapRegistration(verb);
  }

  override initHttpServer(): void {
    const classes = expressClasses(this.getInstance());
    this.httpServer = createServer({ ...classes, ...TIMEOUTS, requestTimeout: this.requestTimeout }, (req, res) =>
      this.#receive(req, res),
    );
    this.httpServer.on('clientError', answerClientError);
    // Counted here, because connections from a primary process do not pass the server's own port.
    this.httpServer.on('connection', (connection: Socket) => {
      this.#connections.add(connection);
      connection.once('close', () => this.#connections.delete(connection));
    });
  }

  /** Registers no parser: `@JsonBody()` reads bodies, after the guards. */
  override registerParserMiddleware(): void {}

  override reply(res: ServerResponse, body: unknown, statusCode?: number): unknown {
    if (body instanceof Reply) return sendReply(res.req, res, body);
    if (body instanceof TaggedReply) return sendTagged(res.req, res, body);
    if (body instanceof StreamReply) return sendStream(res, body);
    return body instanceof DocumentReply ? sendDocument(res, body) : super.reply(res, body, statusCode);
  }

  /** Methods of the routes that match a path, for the header `Allow`. */
  allowedMethods(path: string): readonly string[] {
    const methods = new Set<string>();
    for (const layer of this.getInstance<{ router: { stack: readonly Layer[] } }>().router.stack)
      if (layer.route && layer.match(path))
        for (const { method } of layer.route.stack) methods.add(method.toUpperCase());
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods];
  }

  /** Handles a request again, from its guard on. @returns false where that cannot be done */
  readonly repeat = (req: IncomingMessage, res: ServerResponse): boolean =>
    repeatRequest(req, res, () => this.#route(req, res, stateOf(req).path));

  /** Keeps Nest's handler of errors, which calls the filters; called once, after all routes are registered. */
  override setErrorHandler(handler: ErrorHandler, prefix?: string): unknown {
    this.#answerError = handler;
    return super.setErrorHandler(handler, prefix);
  }

  /** Starts the drain. Responses in progress close their connections too, so that no further request arrives on them. */
  override beforeClose(): void {
    this.drain.begin(this.config.drainDelayMs + this.config.shutdownGraceMs);
    for (const res of this.#open) res.shouldKeepAlive = false;
  }

  /** Refuses new connections, waits for handlers during the grace period, and closes all connections. */
  override async close(): Promise<void> {
    // In turns that have just taken what waits: the system resets connections with anything that was not taken.
    await nextTurn();
    // The `close` of HTTP servers would end idle connections at once.
    Server.prototype.close.call(this.httpServer);
    await delay(Math.min(LAST_REQUESTS_MS, this.config.drainDelayMs));
    await this.drain.idle();
    for (const untilMs = performance.now() + LAST_BYTES_MS; performance.now() < untilMs; await delay(SWEEP_MS)) {
      await nextTurn();
      this.httpServer.closeIdleConnections();
      if (this.#connections.size === 0) return;
    }
    for (const connection of this.#connections) connection.destroy();
  }

  #receive(req: IncomingMessage, res: ServerResponse): void {
    const state = new RequestState(this.#bodyLimits);
    attachState(req, state);
    const url = req.url!;
    const query = url.indexOf('?');
    state.path = query < 0 ? url : url.slice(0, query);
    state.id = requestId(req.headers['x-request-id']);
    this.#requestTraces?.begin(req, state);
    state.headers.push('X-Request-Id', state.id, ...this.#protectiveHeaders);
    if (this.drain.isDraining) res.shouldKeepAlive = false;
    this.#open.add(res);
    res.on('close', this.#onClose);
    if (!this.#cors.answered(req, res, state.headers)) this.#route(req, res, state.path);
  }

  /** Calls the handler of a method and fixed path directly; Express routes patterns, HEAD and unknown paths. */
  #route(req: IncomingMessage, res: ServerResponse, path: string): void {
    const handler = this.#fixed.get(req.method!)?.get(path);
    if (!handler) return this.#routeByExpress(req, res);
    Object.assign(req, { res, params: {}, originalUrl: req.url });
    const next = (error?: unknown): void =>
      void (error ? this.#answerError(error, req, res) : this.#routeByExpress(req, res));
    handler(req, res, next).catch(next);
  }

  /** Middleware of Express, such as that of files, leaves or removes headers that it finds set. */
  #routeByExpress(req: IncomingMessage, res: ServerResponse): void {
    setHeaders(res, stateOf(req).headers.splice(0));
    this.getInstance<Application>()(req, res);
  }

  /**
   * Wraps the method by which Nest registers routes. Handlers are counted until they settle, even if the client has
   * disconnected. Paths without parameters go into the map of fixed routes.
   */
  #wrapRegistration(verb: (typeof VERBS)[number]): void {
    const register = this[verb].bind(this) as ExpressAdapter['get'];
    const fixed = new Map<string, Handler>();
    this.#fixed.set(verb.toUpperCase(), fixed);
    const registerTracked = (path: string, handler: (...call: Parameters<Handler>) => unknown): unknown => {
      const route: Handler = (req, res, next) => {
        stateOf(req).route = path;
        return this.drain.track(() => handler(req, res, next));
      };
      if (FIXED.test(path) && !fixed.has(path)) fixed.set(path, route);
      return register(path, route as Parameters<typeof register>[1]);
    };
    Object.defineProperty(this, verb, { value: registerTracked });
  }
}

/** Closes the connection when the rest of a body, which Node discards after the answer, arrives too slowly. */
function cutWhenLate(req: IncomingMessage, limits: BodyLimits): void {
  const { socket } = req;
  if (socket.destroyed) return;
  const endWatch = watchArrival(req, limits, () => socket.destroy());
  // After its answer a request gets no event when the connection closes.
  const end = (): void => {
    endWatch();
    socket.off('close', end);
  };
  req.once('close', end);
  socket.once('close', end);
}
