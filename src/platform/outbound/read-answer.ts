import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { OUTSIDE_LIMITS, readJson } from '#core/json/read-json.js';
import { permanentFault } from './delivery.errors.js';

/** Largest body of an answer, before and after decompression. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/**
 * Reads the body of an answer. A body that is too large, compressed or not, is cut off where the limit is exceeded.
 *
 * @throws {DeliveryError} permanent; errors of the connection and of `node:zlib`
 */
export async function readAnswer(answer: IncomingMessage, host: string): Promise<JsonValue> {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (!Object.hasOwn(DECODERS, encoding)) {
    answer.destroy();
    throw permanentFault(`The answer of ${host} has an encoding that is not supported.`);
  }
  const bounded = (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> => withinLimit(source, host);
  const bytes = await pipeline(answer, bounded, DECODERS[encoding](), (source: AsyncIterable<Buffer>) =>
    collect(bounded(source)),
  );
  return bytes.length === 0 ? null : decode(bytes, answer.headers['content-type'] ?? '');
}

async function* withinLimit(source: AsyncIterable<Buffer>, host: string): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > MAX_ANSWER_BYTES) throw permanentFault(`The answer of ${host} exceeds ${MAX_ANSWER_BYTES} bytes.`);
    yield chunk;
  }
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Parses JSON where the answer says so. Text that is not what it says, or has too many values, is returned as text. */
function decode(bytes: Buffer, contentType: string): JsonValue {
  const text = textOf(bytes, /;\s*charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8');
  if (!/^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) return text;
  try {
    return readJson(text, OUTSIDE_LIMITS);
  } catch (error) {
    if (error instanceof DomainError) return text;
    throw error;
  }
}

function textOf(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    throw error;
  }
}
