import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import type { JsonLimits } from '#core/json/json-reader.js';
import { readJsonInSteps, OUTSIDE_LIMITS, readJson } from '#core/json/read-json.js';
import { bodyTurn } from '#platform/process/scheduling/turns.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { watchArrival } from './arrival.js';
import type { BodyLimits } from '#platform/observability/requests/request-state.js';

const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Bytes of a body that takes more than a moment to parse. */
const LONG_BYTES = 64 * 1024;
/** Bytes that are decoded in one turn. */
const DECODED_BYTES = 512 * 1024;
/** Time limit for the arrival of a body, unless its route has another one. */
export const RECEIVE_MS = 60_000;
/** Grace period for reading the 408 before the socket is destroyed. */
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
 * @param limits bytes are checked by Content-Length, while streaming and again after decompression
 * @returns `undefined` when there is no body, whatever its content type
 * @throws {DomainError} TooLarge, UnsupportedMediaType, RequestTimeout, MalformedJson, in this order. Too many values,
 *   or names of members, are TooLarge as well.
 */
export const readBody = async (
  req: IncomingMessage,
  limits: BodyLimits,
  check?: LongBodyCheck,
): Promise<JsonValue | undefined> => parseBody(await readBodyText(req, limits, check));

/**
 * Refuses a long body for what its caller may not do, before the body is parsed.
 * @param head its first bytes
 */
export type LongBodyCheck = (head: Buffer) => void;

/** Reads a body as `readBody` does, without parsing it. @throws {DomainError} what `readBody` throws, but for its JSON */
export async function readBodyText(
  req: IncomingMessage,
  limits: BodyLimits,
  check?: LongBodyCheck,
): Promise<string | undefined> {
  const isLong = Number(req.headers['content-length']) > LONG_BYTES;
  const bytes = await bodySource(req, limits).receive({ checkHead: isLong ? check : undefined });
  // The length of a compressed body is known only now.
  if (!bytes || bytes.length <= LONG_BYTES) return bytes?.toString('utf8');
  await bodyTurn();
  check?.(bytes);
  return decodedText(bytes);
}

/** Decodes UTF-8 part by part, each in a turn of its own: other letters than those of Latin-1 take long. */
async function decodedText(bytes: Buffer): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for (let at = 0; at < bytes.length; at += DECODED_BYTES) {
    await bodyTurn();
    text += decoder.decode(bytes.subarray(at, at + DECODED_BYTES), { stream: at + DECODED_BYTES < bytes.length });
  }
  return text;
}

/**
 * Parses the text of a body, a long one in time slices, after which its caller goes on in a turn of its own.
 * @throws {DomainError} MalformedJson; TooLarge for too many values
 */
export async function parseBody(
  text: string | undefined,
  limits: JsonLimits = OUTSIDE_LIMITS,
): Promise<JsonValue | undefined> {
  if (text === undefined) return undefined;
  if (text.length <= LONG_BYTES) return readJson(text, limits);
  const json = await inSlices(readJsonInSteps(text, limits), bodyTurn);
  await bodyTurn();
  return json;
}

/** Body that has not been received. */
export interface BodySource {
  /** Greatest number of bytes: the Content-Length if it is reliable, else the limit. */
  readonly maxBytes: number;
  /** Receives the body, as UTF-8 without byte order mark; `undefined` when there is none. */
  receive(options?: ReceiveOptions): Promise<Buffer | undefined>;
}

/** Options to refuse a body while it arrives. */
export interface ReceiveOptions {
  /** Checks the first bytes of a body that is not compressed, and throws to refuse it. */
  readonly checkHead?: (head: Buffer) => void;
  /** Refuses the body with its reason when it aborts. */
  readonly signal?: AbortSignal;
}

const NO_BODY: BodySource = { maxBytes: 0, receive: () => Promise.resolve(undefined) };

/**
 * Prepares a body for a route that decides when to receive it and parses it by itself. Until then the caller keeps the
 * bytes. Faults of the headers are refused at once.
 */
export function bodySource(req: IncomingMessage, limits: BodyLimits): BodySource {
  const { limitBytes } = limits;
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': coding } = req.headers;
  if (chunked === undefined && !(Number(length) > 0)) return NO_BODY;
  if (Number(length) > limitBytes) throw tooLarge(limitBytes);
  requireJson(req.headers['content-type']);
  const decode = decoderFor(coding);
  const receive = async ({ checkHead, signal }: ReceiveOptions = {}): Promise<Buffer | undefined> => {
    const received = await collect(req, limits, { checkHead: decode ? undefined : checkHead, signal });
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
 * Collects the bytes of the body. The rest of a refused body is received and dropped, so that the caller can read the
 * refusal; after the answer the adapter watches its arrival.
 */
function collect(req: IncomingMessage, limits: BodyLimits, { checkHead, signal }: ReceiveOptions): Promise<Buffer> {
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
        if (size === 0) checkHead?.(chunk);
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
