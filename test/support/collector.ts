import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from './until.js';

type Value = string | number | boolean | undefined;

/** Span as a collector has received it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isError: boolean;
  /** Process that sent it. */
  readonly pid: Value;
}

interface JsonAttribute {
  readonly key: string;
  readonly value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean };
}

interface JsonSpan extends Omit<ReceivedSpan, 'attributes' | 'links' | 'pid'> {
  readonly attributes?: readonly JsonAttribute[];
  readonly links?: ReceivedSpan['links'];
  readonly status?: { readonly code?: number };
}

interface TracesBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly JsonAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly JsonSpan[] }[];
  }[];
}

/** Collector of OTLP/HTTP with JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** Bodies as they came, to look for what must not be in them. */
  readonly bodies: string[] = [];
  headers: IncomingHttpHeaders = {};
  /** Status of its answers. */
  status = 200;
  /** False: it takes requests and answers none. */
  answers = true;

  private constructor(private readonly server: Server) {}

  static async start(port = 0): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (req, res) => void collector.#answer(req, res));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  /** Spans of a trace, or of what followed from a write. @param id trace id or correlation id */
  of(id: string): readonly ReceivedSpan[] {
    return this.spans.filter(({ traceId }) => traceId === id.replaceAll('-', ''));
  }

  /** Waits for a span. */
  async first(what: string, is: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    await until(`the span ${what}`, () => this.spans.some(is));
    return this.spans.find(is)!;
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req);
    this.headers = req.headers;
    if (this.status === 200) this.#receive(body);
    if (this.answers) res.writeHead(this.status, { 'Content-Type': 'application/json' }).end('{}');
  }

  #receive(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as TracesBody).resourceSpans) {
      const pid = valuesOf(resource.attributes)['process.pid'];
      for (const { spans } of scopeSpans) for (const span of spans) this.spans.push(received(span, pid));
    }
  }
}

const received = (span: JsonSpan, pid: Value): ReceivedSpan => ({
  ...span,
  parentSpanId: span.parentSpanId ?? '',
  attributes: valuesOf(span.attributes ?? []),
  links: span.links ?? [],
  isError: span.status?.code === 2,
  pid,
});

const valuesOf = (attributes: readonly JsonAttribute[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue,
    ]),
  );
