import { setTimeout as sleep } from 'node:timers/promises';
import { type EntityChanged, HubListener, tokenOf } from './hub-client.js';
import { assignments, DEVELOPMENT, type Answer, type Row } from './test-app.js';

const CLIENTS = 4;
const PAUSE_MS = 60;
/** One of so many inserts takes long enough to be answered 202. */
const SLOW_EVERY = 15;
const SLOW_MS = 1_500;
const PAGE = 1_000;

/** An answer of the service. */
interface Answered {
  readonly atMs: number;
  readonly status: number;
  readonly tookMs: number;
}

/** Clients behind a balancer that insert notes, each until it is answered, and one that follows them on the hub. */
export class FailoverLoad {
  /** Subjects of inserts that were answered 200 or 202. */
  readonly answered: string[] = [];
  readonly calls: Answered[] = [];
  /** Answers that no client should get. */
  readonly strange: string[] = [];
  /** Ids of the notes that the client of the hub knows. */
  readonly heard = new Set<string>();
  /** Ids of notes whose creation the hub has sent twice since a snapshot. */
  readonly doubled: string[] = [];
  readonly #sent = new Set<string>();
  /** Times at which the hub has said that a cursor has expired, so that everything was read again. */
  reloads = 0;
  #cursor: string | null = null;
  #isOver = false;
  #hasLeft = false;
  #leave: () => void = () => undefined;
  readonly #writing: Promise<unknown>;
  readonly #following: Promise<void>;

  private constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly name: string,
  ) {
    this.#writing = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#write(client)));
    this.#following = this.#follow();
  }

  /**
   * @param url of the balancer
   * @param name of the load, with which the subjects of its notes end
   */
  static async start(url: string, name: string): Promise<FailoverLoad> {
    const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const init = { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(url + path, init);
      return { status: answer.status, headers: answer.headers, text: '', body: await answer.json() };
    };
    return new FailoverLoad(url, await tokenOf({ url, send }, 'ada.admin'), name);
  }

  /** Ends the writing. */
  async stopWriting(): Promise<void> {
    this.#isOver = true;
    await this.#writing;
  }

  /** Ends the following. */
  async leave(): Promise<void> {
    this.#hasLeft = true;
    this.#leave();
    await this.#following;
  }

  /** The first insert that was answered after a time. */
  firstAnswerAfter(atMs: number): Answered | undefined {
    return this.calls.find((call) => call.atMs - call.tookMs >= atMs && call.status < 300);
  }

  /** Longest time without an answered insert, since a time, in seconds. */
  longestGapSince(atMs: number): number {
    const times = this.calls.filter((call) => call.status < 300 && call.atMs >= atMs).map((call) => call.atMs);
    return Math.max(0, ...times.map((time, i) => time - (times[i - 1] ?? atMs))) / 1_000;
  }

  async #write(client: number): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const Subject = `${i % SLOW_EVERY === SLOW_EVERY - 1 ? `SLOW:${SLOW_MS} ` : ''}note ${client} ${i} ${this.name}`;
      while (!(await this.#try(Subject))) await sleep(PAUSE_MS);
      this.answered.push(Subject);
      await sleep(PAUSE_MS);
    }
  }

  /** @returns true when the insert was answered */
  async #try(Subject: string): Promise<boolean> {
    const begun = performance.now();
    const fields = { EntityName: 'Note', Fields: assignments({ Subject }) };
    const answer = await this.#post('records/insert', fields, { 'Idempotency-Key': Subject }).catch(() => undefined);
    const [atMs, status] = [performance.now(), answer?.status ?? 0];
    this.calls.push({ atMs, status, tookMs: atMs - begun });
    if (answer === undefined) return false;
    const isRefused = [429, 503].includes(status) && /^\d+$/.test(answer.headers.get('retry-after') ?? '');
    if (!isRefused && ![200, 202].includes(status)) this.strange.push(`${status} ${answer.text.slice(0, 300)}`);
    if (isRefused && !answer.text.startsWith('{')) this.strange.push(`${status} ${answer.text.slice(0, 300)}`);
    return [200, 202].includes(status);
  }

  async #post(path: string, body: unknown, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${this.token}`, ...DEVELOPMENT };
    const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
    const answer = await fetch(`${this.url}/api/v1/${path}`, init);
    return { status: answer.status, headers: answer.headers, text: await answer.text(), body: undefined };
  }

  /** Follows the notes until the end: on each connection from the last cursor, without one from a snapshot. */
  async #follow(): Promise<void> {
    while (!this.#hasLeft) {
      const node = { url: this.url, send: () => Promise.reject(new Error('The token is known.')) };
      const listener = await HubListener.connect(node, 'ada.admin', { token: this.token }).catch(() => undefined);
      const left = new Promise<void>((resolve) => (this.#leave = resolve));
      if (listener) await Promise.race([this.#listen(listener).catch(() => undefined), listener.closed, left]);
      await listener?.stop();
      await sleep(PAUSE_MS);
    }
  }

  async #listen({ connection }: HubListener): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      const from = this.#cursor;
      if (from === null) connection.on('EntityChanged', (change: EntityChanged) => this.#hear(change));
      else
        connection.stream<EntityChanged>('StreamChanges', 'Note', from).subscribe({
          next: (change) => this.#hear(change),
          complete: resolve,
          error: reject,
        });
    });
    if (this.#cursor === null) {
      await connection.invoke('RegisterEntity', 'Note');
      await this.#reload().catch((error: unknown) => {
        this.#cursor = null;
        throw error;
      });
    }
    await ended.catch((error: Error) => {
      if (!error.message.includes('CursorExpired')) throw error;
      this.#cursor = null;
      this.reloads++;
      this.#sent.clear();
    });
  }

  #hear({ Id, Operation, Cursor }: EntityChanged): void {
    this.#cursor = Cursor;
    if (Operation !== 'Create' || Id === null) return;
    if (this.#sent.has(Id)) this.doubled.push(Id);
    this.#sent.add(Id);
    this.heard.add(Id);
  }

  async #reload(): Promise<void> {
    for (let PageNumber = 1; ; PageNumber++) {
      const query = {
        EntityName: 'Note',
        SelectedFields: ['Id'],
        Sort: [{ FieldName: 'Id' }],
        Pager: { PageNumber, PageSize: PAGE },
      };
      const answer = await this.#post('queries/select', query);
      if (answer.status !== 200) throw new Error(answer.text);
      const { Result } = JSON.parse(answer.text) as { readonly Result: readonly Row[] };
      for (const { Id } of Result) this.heard.add(String(Id));
      if (Result.length < PAGE) return;
    }
  }
}
