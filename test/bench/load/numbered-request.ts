import { NUMBER, type RequestTemplate } from './load.js';

/** A prime step that scatters numbers over any range it does not divide. */
const STEP = 7_919;

let last = 0;

/** The number of the next request. */
function nextNumber(below: number | undefined): string {
  last++;
  const number = below === undefined ? last : (last * STEP) % below;
  return String(number).padStart(NUMBER.length, '0');
}

/** The bytes of a template's requests, made once; only the numbers change from request to request. */
export class NumberedRequest {
  readonly #bytes: Buffer;
  readonly #places: readonly number[];

  constructor(private readonly template: RequestTemplate) {
    const { method, path, headers, body = '' } = template;
    const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...lengthOf(body) });
    const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    this.#bytes = Buffer.from(head + body);
    this.#places = placesOf(this.#bytes);
  }

  /** The same buffer each time: the request before must have been answered. */
  next(): Buffer {
    if (this.#places.length === 0) return this.#bytes;
    const { numbersBelow, records = 1 } = this.template;
    const placesEach = this.#places.length / records;
    for (let first = 0; first < this.#places.length; first += placesEach) {
      const number = nextNumber(numbersBelow);
      for (let i = first; i < first + placesEach; i++) this.#bytes.write(number, this.#places[i], 'latin1');
    }
    return this.#bytes;
  }
}

const lengthOf = (body: string): Readonly<Record<string, string>> =>
  body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };

function placesOf(bytes: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(NUMBER); at >= 0; at = bytes.indexOf(NUMBER, at + NUMBER.length)) places.push(at);
  return places;
}
