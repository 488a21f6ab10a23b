import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { JsonText } from '#core/json/json.js';
import { writeEnvelope } from './envelope.js';
import type { Permit } from '#platform/process/shares/permit.js';
import { type RequestState, stateOf } from '#platform/observability/requests/request-state.js';

/** Content of a reply; the adapter adds the envelope. */
interface ReplyParts {
  /** Result: `JsonText` is sent as it is, other values through JSON.stringify. */
  readonly result: unknown;
  /** Default 200. */
  readonly status?: number;
  /** Default 0. */
  readonly recordAffected?: number;
  /** Null with `Count: None`; default `recordAffected`. */
  readonly totalRecords?: number | null;
  /** Correlation id of another call, when its outcome is replayed. */
  readonly correlationId?: string;
  readonly log?: readonly string[];
  /** Further members of the envelope, such as `TotalIsExact`, `Truncated`, `NextCursor`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Further headers, such as `Location`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Permit in the memory for answers, released when the response has been sent or its connection is closed. */
  readonly memory?: Permit;
}

/** Return value of the API's controllers, which the adapter sends as one envelope in one write. */
export class Reply {
  constructor(readonly parts: ReplyParts) {}
}

/** Return value of the few routes whose answer is a document of another kind, without envelope. */
export class DocumentReply {
  constructor(
    readonly mediaType: string,
    readonly text: string,
  ) {}
}

/** A document that is made once and sent often. */
export interface StoredDocument {
  /** In UTF-8. */
  readonly content: Buffer;
  /** The content compressed by gzip, for clients that accept it. */
  readonly compressed: Buffer;
  /** Hash of the content, which its entity tags are made of. */
  readonly hash: string;
}

/** Return value of routes whose document the client may keep as long as its tag is current. */
export class TaggedReply {
  constructor(
    readonly mediaType: string,
    readonly document: StoredDocument,
    /** Names of the request headers that the document depends on; none: it is the same for every user. */
    readonly vary: readonly string[] = [],
  ) {}
}

/** Sends a document, compressed where the client accepts that, or 304 to a client that has it. */
export function sendTagged(req: IncomingMessage, res: ServerResponse, reply: TaggedReply): void {
  const { mediaType, vary } = reply;
  const { content, compressed, hash } = reply.document;
  const isCompressed = acceptsGzip(req.headers['accept-encoding']);
  // Each encoding has a tag of its own, as strong tags demand; either is known.
  const tags = [`"${hash}"`, `"${hash}-gzip"`];
  res.setHeader('ETag', tags[isCompressed ? 1 : 0]);
  res.setHeader('Cache-Control', 'private, no-cache');
  res.setHeader('Vary', ['Origin', ...vary, 'Accept-Encoding'].join(', '));
  if (isKnown(req.headers['if-none-match'], tags)) {
    res.statusCode = 304;
    return void res.end();
  }
  const sent = isCompressed ? compressed : content;
  res.statusCode = 200;
  res.setHeader('Content-Type', mediaType);
  if (isCompressed) res.setHeader('Content-Encoding', 'gzip');
  res.setHeader('Content-Length', sent.length);
  res.end(sent);
}

/** Tells whether `Accept-Encoding` names gzip, or any encoding, with a weight over 0. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  const given = String(header ?? '').toLowerCase();
  const weights = new Map(
    given.split(',').map((each) => {
      const [coding, ...parameters] = each.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Compares tags weakly, as `If-None-Match` does. */
const isKnown = (given: string | undefined, tags: readonly string[]): boolean =>
  (given ?? '').split(',').some((each) => ['*', ...tags].includes(each.trim().replace(/^W\//, '')));

/** Return value of routes whose answer is a file. */
export class StreamReply {
  constructor(
    readonly mediaType: string,
    readonly size: number,
    /** Opens the content. */
    readonly open: () => Readable,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** Sends a file. A failure on the way breaks the connection, since its status is sent already. */
export function sendStream(res: ServerResponse, { mediaType, size, open, headers }: StreamReply): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Content-Type', mediaType);
  res.setHeader('Content-Length', size);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  const content = open();
  res.once('close', () => content.destroy());
  content.once('error', () => res.destroy());
  content.pipe(res);
}

/** Sends a document, which browsers show without running anything in it. */
export function sendDocument(res: ServerResponse, { mediaType, text }: DocumentReply): void {
  res.setHeader('Content-Security-Policy', `default-src 'none'; style-src 'unsafe-inline'; sandbox`);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  send(res, 200, mediaType, text);
}

/** Sends a reply in its envelope (docs/interface/conventions.md#envelope). */
export function sendReply(req: IncomingMessage, res: ServerResponse, { parts }: Reply): void {
  if (parts.memory) holdUntilSent(res, parts.memory);
  const state = stateOf(req);
  const { status = 200, recordAffected = 0, result } = parts;
  const text = writeEnvelope({
    requestId: state.id,
    status,
    result: result instanceof JsonText ? result.text : (JSON.stringify(result) ?? 'null'),
    recordAffected,
    totalRecords: parts.totalRecords === undefined ? recordAffected : parts.totalRecords,
    elapsedMs: state.elapsedMs,
    correlationId: parts.correlationId ?? state.correlationId,
    log: logOf(state, parts),
    extra: parts.extra,
  });
  if (parts.headers) for (const [name, value] of Object.entries(parts.headers)) res.setHeader(name, value);
  send(res, status, 'application/json; charset=utf-8', text);
}

/** Lines about the query string, then those of the route. */
const logOf = ({ log }: RequestState, parts: ReplyParts): readonly string[] | undefined =>
  log ? [...log, ...(parts.log ?? [])] : parts.log;

function holdUntilSent(res: ServerResponse, memory: Permit): void {
  if (res.closed) memory.release();
  else res.once('close', () => memory.release());
}

/** Ends a response with one text. For a HEAD request Node omits the text but keeps its length. */
export function send(res: ServerResponse, status: number, mediaType: string, text: string): void {
  res.writeHead(status, ['Content-Type', mediaType, 'Content-Length', `${Buffer.byteLength(text)}`]);
  answersOfTurn.add(res, text);
}

/**
 * Writes the answers of one turn of the event loop one after the other at its end. A write that wakes a sleeping receiver
 * on the same machine takes several times as long as one that finds it awake (decision 0306).
 */
class AnswersOfTurn {
  #ready: (readonly [res: ServerResponse, text: string])[] = [];

  add(res: ServerResponse, text: string): void {
    if (this.#ready.push([res, text]) === 1) setImmediate(() => this.#write());
  }

  #write(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const [res, text] of ready) res.end(text);
  }
}

const answersOfTurn = new AnswersOfTurn();
