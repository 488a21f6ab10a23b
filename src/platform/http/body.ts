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
 * @throws {DomainError} TooLarge, UnsupportedMediaType, RequestTimeout, MalformedJson; in this order.
 */
export async function readBody(req: IncomingMessage, limits: BodyLimits): Promise<JsonValue | undefined> {
  const bytes = await bodySource(req, limits)();
  return bytes && readJson(bytes.toString('utf8'));
}

/** How much of a body a route takes, and how long it waits for it. */
export interface BodyLimits extends ArrivalLimits {
  readonly limitBytes: number;
}

/** Receives a body when it is called, as UTF-8 without byte order mark. */
export type BodySource = () => Promise<Buffer | undefined>;

/**
 * As `readBody`, but the text is left to the route, which also decides when it is received: until then it stays with
 * the caller. What the headers tell is refused at once.
 */
export function bodySource(req: IncomingMessage, limits: BodyLimits): BodySource {
  const { limitBytes } = limits;
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': coding } = req.headers;
  if (chunked === undefined && !(Number(length) > 0)) return () => Promise.resolve(undefined);
  if (Number(length) > limitBytes) throw tooLarge(limitBytes);
  requireJson(req.headers['content-type']);
  const decode = decoderFor(coding);
  return async () => {
    const received = await collect(req, limits);
    const bytes = decode ? await decoded(received, decode, limitBytes) : received;
    return bytes.length === 0 ? undefined : utf8(bytes);
  };
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

/** All bytes of the body. What exceeds the limit is still received, but dropped, so that the caller reads the refusal. */
function collect(req: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const { limitBytes } = limits;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const endEarly = (): void => {
      endWatch();
      reject(malformed('The body ended before it was complete.'));
    };
    const endWatch = watchArrival(req, limits, (reason) => {
      chunks.length = 0;
      reject(reason);
      setTimeout(() => req.destroy(), HANG_UP_MS).unref();
    });
    if (req.destroyed) return endEarly();
    req.on('error', endEarly);
    req.on('end', () => {
      endWatch();
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) return void chunks.push(chunk);
      chunks.length = 0;
      reject(tooLarge(limitBytes));
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
