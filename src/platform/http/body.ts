import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { DomainError } from '../../core/errors.js';
import type { JsonValue } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';

const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;
const BYTE_ORDER_MARK = '\ufeff';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', promisify(gunzip) as Decoder],
  ['deflate', promisify(inflate) as Decoder],
  ['br', promisify(brotliDecompress) as Decoder],
]);

/**
 * Reads a request's JSON body: `application/json` or `application/*+json` in UTF-8, plain or as gzip, deflate or br.
 *
 * @param limitBytes counted by Content-Length, while streaming and again after decompression.
 * @returns `undefined` when there is no body; a content type is not asked for then.
 * @throws {DomainError} TooLarge, UnsupportedMediaType, MalformedJson; in this order.
 */
export async function readBody(req: IncomingMessage, limitBytes: number): Promise<JsonValue | undefined> {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': coding } = req.headers;
  if (chunked === undefined && !(Number(length) > 0)) return undefined;
  if (Number(length) > limitBytes) throw tooLarge(limitBytes);
  requireJson(req.headers['content-type']);
  const decode = decoderFor(coding);
  const received = await collect(req, limitBytes);
  const bytes = decode ? await decoded(received, decode, limitBytes) : received;
  return bytes.length === 0 ? undefined : readJson(utf8(bytes));
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
function collect(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const endEarly = (): void => reject(malformed('The body ended before it was complete.'));
    if (req.destroyed) return endEarly();
    req.on('error', endEarly);
    req.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
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

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const malformed = (message: string): DomainError => new DomainError({ code: 'MalformedJson', message });

const tooLarge = (limitBytes: number): DomainError =>
  new DomainError({
    code: 'TooLarge',
    message: `The body is larger than ${limitBytes} bytes.`,
    params: { LimitBytes: limitBytes },
  });
