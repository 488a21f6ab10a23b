import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Answer } from './test-app.js';

/** An answer with facts about its connection. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Answer['body'];
}

/** A caller that sends its requests one by one over one connection while it lasts. */
export class KeepAliveClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @param url of the API, before the path of each request */
  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** @throws the error of a connection that was refused, or broke before the answer was there */
  send(method: string, path: string, body?: unknown): Promise<PlainAnswer> {
    const headers = { ...this.headers, 'Content-Type': 'application/json' };
    return new Promise((resolve, reject) => {
      const outgoing = request(this.url + path, { method, headers, agent: this.#agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const isJson = answer.headers['content-type']?.includes('json') === true;
          resolve({ status: answer.statusCode!, headers: answer.headers, body: isJson ? JSON.parse(text) : text });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  stop(): void {
    this.#agent.destroy();
  }
}
