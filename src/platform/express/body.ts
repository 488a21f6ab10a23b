import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { DomainError } from '../../core/errors.js';
import type { JsonValue } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';
import { type ArrivalLimits, watchArrival } from './arrival.js';

const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Values that all arrays of a body may have together; a millisecond of the event loop is enough for some 5,000. */
const MAX_ELEMENTS = 120_000;
/** How long a body may take to arrive, unless its route says otherwise. */
export const RECEIVE_MS = 60_000;
/** The caller has this long to read that the body was late, then the connection is cut. */
const HANG_UP_MS = 2_000;

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', promisify(gunzip) as Decoder],
  ['deflate', promisify(inflate) as Decoder],
  ['br', promisify(brotliDecompress) as Decoder],
]);

/**
 * Reads a request's JSON body: `application/json` or `application/*+json` in UTF-8, plain or as gzip, deflate or br.
 *
 * @param limits its bytes are counted by Content-Length, while streaming and again after decompression.
 * @returns `undefined` when there is no body; a content type is not asked for then.
 * @throws {DomainError} TooLarge, UnsupportedMediaType, RequestTimeout, MalformedJson; in this order. Too many values in
 *   arrays are TooLarge as well.
 */
export async function readBody(req: IncomingMessage, limits: BodyLimits): Promise<JsonValue | undefined> {
  const bytes = await bodySource(req, limits).receive();
  return bytes && readJson(bytes.toString('utf8'), { maxElements: MAX_ELEMENTS });
}

/** How much of a body a route takes, and how long it waits for it. */
export interface BodyLimits extends ArrivalLimits {
  readonly limitBytes: number;
}

/** A body that is not received yet. */
export interface BodySource {
  /** Bytes that it may take: its length where the headers tell it, else the limit. */
  readonly maxBytes: number;
  /** Receives the body, as UTF-8 without byte order mark; `undefined` when there is none. */
  receive(options?: ReceiveOptions): Promise<Buffer | undefined>;
}

/** What may refuse a body while it arrives. */
export interface ReceiveOptions {
  /** Judges the first bytes of a body that is not compressed. */
  readonly judgeHead?: (head: Buffer) => void;
  /** Its reason refuses the body. */
  readonly signal?: AbortSignal;
}

const NO_BODY: BodySource = { maxBytes: 0, receive: () => Promise.resolve(undefined) };

/**
 * As `readBody`, but the text is left to the route, which also decides when it is received: until then it stays with
 * the caller. What the headers tell is refused at once.
 */
export function bodySource(req: IncomingMessage, limits: BodyLimits): BodySource {
  const { limitBytes } = limits;
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': coding } = req.headers;
  if (chunked === undefined && !(Number(length) > 0)) return NO_BODY;
  if (Number(length) > limitBytes) throw tooLarge(limitBytes);
  requireJson(req.headers['content-type']);
  const decode = decoderFor(coding);
  const receive = async ({ judgeHead, signal }: ReceiveOptions = {}): Promise<Buffer | undefined> => {
    const received = await collect(req, limits, { judgeHead: decode ? undefined : judgeHead, signal });
    const bytes = decode ? await decoded(received, decode, limitBytes) : received;
    return bytes.length === 0 ? undefined : utf8(bytes);
  };
  return { maxBytes: chunked === undefined && !decode ? Number(length) : limitBytes, receive };
}

function requireJson(contentType: string | undefined): void {
  if (contentType === 'application/json' || JSON_TYPE.test(contentType ?? '')) return;
  throw new DomainError({
    code: 'UnsupportedMediaType',
    message: 'Send the body as Content-Type: application/json in UTF-8.',
  });
}

function decoderFor(coding: string | undefined): Decoder | undefined {
  const name = coding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity') return undefined;
  const decoder = DECODERS.get(name);
  if (decoder) return decoder;
  throw new DomainError({
    code: 'UnsupportedMediaType',
    message: `Content-Encoding must be one of identity, ${[...DECODERS.keys()].join(', ')}.`,
  });
}

/**
 * All bytes of the body. The rest of a refused body is still received, but dropped, so that the caller reads the refusal;
 * from the answer on the adapter watches it.
 */
function collect(req: IncomingMessage, limits: BodyLimits, { judgeHead, signal }: ReceiveOptions): Promise<Buffer> {
  const { limitBytes } = limits;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isRefused = false;
    const refuse = (reason: unknown): void => {
      endWatch();
      isRefused = true;
      chunks.length = 0;
      reject(reason);
    };
    const endWatch = watchArrival(req, limits, (reason) => {
      refuse(reason);
      setTimeout(() => req.destroy(), HANG_UP_MS).unref();
    });
    const endEarly = (): void => refuse(malformed('The body ended before it was complete.'));
    if (req.destroyed) return endEarly();
    signal?.addEventListener('abort', () => refuse(signal.reason), { once: true });
    req.on('error', endEarly);
    req.on('end', () => {
      endWatch();
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    req.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      try {
        if (size === 0) judgeHead?.(chunk);
        size += chunk.length;
        if (size > limitBytes) throw tooLarge(limitBytes);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    });
  });
}

async function decoded(bytes: Buffer, decode: Decoder, limitBytes: number): Promise<Buffer> {
  try {
    return await decode(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limitBytes);
    throw malformed('The body is not what its Content-Encoding says.');
  }
}

function utf8(bytes: Buffer): Buffer {
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

const malformed = (message: string): DomainError => new DomainError({ code: 'MalformedJson', message });

const tooLarge = (limitBytes: number): DomainError =>
  new DomainError({
    code: 'TooLarge',
    message: `The body is larger than ${limitBytes} bytes.`,
    params: { LimitBytes: limitBytes },
  });
