import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

/** Oldest call that is answered, in seconds. */
const MAX_AGE_SECONDS = 300;
const MAX_WEIGHT = 30;

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8080' }, 'key-file': { type: 'string', default: 'signing-key' } },
});
/** The secret `signing` of the environment. */
const key = readFileSync(values['key-file'], 'utf8').trim();

/**
 * Verifies a signature by Standard Webhooks. While a key is replaced, the header has two.
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {string} body
 */
function isSigned(headers, body) {
  const [id, seconds, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  );
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= MAX_AGE_SECONDS)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest();
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * Judges the records of a call: refuses heavy ones, and labels those without a label.
 * @param {{Records: {Index: number, New: Record<string, unknown> | null}[]}} call
 */
function judge({ Records: records }) {
  /** @type {{Index: number, FieldName: string, Message: string}[]} */
  const Refusals = [];
  /** @type {{Index: number, Fields: Record<string, unknown>}[]} */
  const Set = [];
  for (const { Index, New } of records) {
    if (Number(New?.Weight) > MAX_WEIGHT)
      Refusals.push({ Index, FieldName: 'Weight', Message: `A parcel weighs at most ${MAX_WEIGHT} kg.` });
    else if (New?.Label === null) Set.push({ Index, Fields: { Label: 'NEW' } });
  }
  return { Refusals, Set };
}

/**
 * Answers a call.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const body = await text(request);
  if (!isSigned(request.headers, body)) return void response.writeHead(401).end();
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(judge(JSON.parse(body))));
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});

server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`validates writes at http://127.0.0.1:${port}/\n`);
});
