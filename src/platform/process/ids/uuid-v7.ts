import { randomFillSync } from 'node:crypto';

const RANDOM_BYTES_PER_ID = 8;
const COUNTER_LIMIT = 0x1000;
/** Hexadecimal text by byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Random bytes for many ids, because one call of the generator costs more than a whole id. */
const pool = Buffer.alloc(RANDOM_BYTES_PER_ID * 512);
let used = pool.length;

let lastMs = 0;
/** Prefix that all ids of one millisecond share: `xxxxxxxx-xxxx-7`. */
let prefix = '';
let counter = 0;

function draw(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES_PER_ID;
  return used - RANDOM_BYTES_PER_ID;
}

function enter(ms: number, seed: number): void {
  lastMs = ms;
  const time = ms.toString(16).padStart(12, '0');
  prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  // The upper half of the counter stays free, so that a millisecond has room for at least 2,048 ids.
  counter = seed & 0x7ff;
}

/**
 * New UUIDv7 in lower case: 48 bits of time, a counter of 12 bits, 62 random bits. The ids of one process ascend, even
 * within a millisecond and after the clock is set back.
 *
 * @see RFC 9562, sections 5.7 and 6.2, method 1
 */
export function uuidV7(): string {
  const at = draw();
  const now = Date.now();
  if (now > lastMs) enter(now, pool.readUInt16BE(at));
  else if (++counter === COUNTER_LIMIT) enter(lastMs + 1, 0);
  const b = pool;
  const variant = HEX[(b[at + 7] & 0x3f) | 0x80] + HEX[b[at + 6]];
  const node = HEX[b[at]] + HEX[b[at + 1]] + HEX[b[at + 2]] + HEX[b[at + 3]] + HEX[b[at + 4]] + HEX[b[at + 5]];
  return `${prefix}${HEX[counter >> 8][1]}${HEX[counter & 0xff]}-${variant}-${node}`;
}
