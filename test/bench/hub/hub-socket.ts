import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { FrameReader, textFrame } from './frames.js';

const SEPARATOR = 0x1e;
const SEPARATOR_TEXT = '\u001e';
const HEAD_END = '\r\n\r\n';
const SAID_AT = '"OccurredAt":"';
const INSTANT_LENGTH = '2026-01-31T00:00:00.000'.length;
/** The hub's pings, alone in their frames, are shorter than any message. */
const SHORTEST_MESSAGE = 16;

/** Hears of each frame with messages. */
export interface Listener {
  /** @param saidAtMs when the first message of a frame says that it occurred; NaN for a further piece of a frame */
  heard(messages: number, saidAtMs: number): void;
  lost(): void;
}

/** A hub connection on a bare socket: an ordinary client would cost more than the server under test. */
export class HubSocket {
  #head = '';
  #answers = '';
  #answered: () => void = () => undefined;
  #isListening = false;
  readonly #frames = new FrameReader(this);

  private constructor(
    private readonly socket: Socket,
    private readonly listener: Listener,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => undefined); // Its end follows.
    socket.on('close', () => listener.lost());
  }

  /** Connects without negotiation and shakes hands. */
  static async open(
    port: number,
    path: string,
    headers: Readonly<Record<string, string>>,
    listener: Listener,
  ): Promise<HubSocket> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const hub = new HubSocket(socket, listener);
    const lines = Object.entries({
      Host: '127.0.0.1',
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await hub.#ask('{"protocol":"json","version":1}');
    return hub;
  }

  /** Calls a method and waits for its answer. */
  async call(target: string, ...args: readonly unknown[]): Promise<void> {
    const answer = await this.#ask(JSON.stringify({ type: 1, invocationId: '1', target, arguments: args }));
    if (answer.includes('"error"')) throw new Error(`${target} failed: ${answer}`);
  }

  /** From now on messages are counted instead of read. */
  listen(): void {
    this.#isListening = true;
  }

  close(): void {
    this.socket.removeAllListeners('close');
    this.socket.destroy();
  }

  payload(chunk: Buffer, start: number, end: number, isFirst: boolean): void {
    if (!this.#isListening) {
      this.#answers += chunk.toString('utf8', start, end);
      if (this.#answers.endsWith(SEPARATOR_TEXT)) this.#answered();
      return;
    }
    if (isFirst && end - start < SHORTEST_MESSAGE && chunk[end - 1] === SEPARATOR) return;
    let messages = 0;
    for (let at = chunk.indexOf(SEPARATOR, start); at >= 0 && at < end; at = chunk.indexOf(SEPARATOR, at + 1))
      messages++;
    this.listener.heard(messages, isFirst ? saidAtMs(chunk, start, end) : NaN);
  }

  async #ask(text: string): Promise<string> {
    this.#answers = '';
    const answer = new Promise<void>((resolve, reject) => {
      this.#answered = resolve;
      this.socket.once('close', () => reject(new Error(`The hub closed the connection. ${this.#head}`)));
    });
    this.socket.write(textFrame(text + SEPARATOR_TEXT));
    await answer;
    return this.#answers;
  }

  #take(chunk: Buffer): void {
    if (this.#head.includes(HEAD_END)) return this.#frames.push(chunk);
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf(HEAD_END);
    if (end >= 0) this.#frames.push(Buffer.from(this.#head.slice(end + HEAD_END.length), 'latin1'));
  }
}

function saidAtMs(chunk: Buffer, start: number, end: number): number {
  const at = chunk.indexOf(SAID_AT, start) + SAID_AT.length;
  if (at < start + SAID_AT.length || at + INSTANT_LENGTH > end) return NaN;
  return Date.parse(`${chunk.toString('latin1', at, at + INSTANT_LENGTH)}Z`);
}
