import { LiveEntity } from './live-entity.js';

/** @import { Change, Listener } from './live-entity.js' */
/** @import { Service } from './service.js' */

/**
 * Rows of a list by their Ids; `RowVersion` is among their fields.
 * @typedef {ReadonlyMap<string, Record<string, any>>} Rows
 */

const PAGE_SIZE = 1_000;
const REPEAT_AFTER_MS = 500;

const nothing = () => undefined;

/**
 * Keeps the rows of a query up to date: those that meet a clause and that the user may read. Changes bring the values, so that
 * a list is read when it begins, after a lost cursor and after a large transaction only.
 */
export class LiveList {
  /** @type {Map<string, Record<string, any>>} */
  #rows = new Map();
  /** Changes that arrived while the rows were read. @type {Change[] | null} */
  #waiting = null;
  #reads = 0;
  /** @type {LiveEntity} */
  #live;

  /**
   * @param {typeof import('@microsoft/signalr')} signalR the client library, from any source
   * @param {Service} service
   * @param {{ EntityName: string, WhereClause: object, SelectedFields: string[] }} query fields of the entity itself
   * @param {(rows: Rows) => void} shown called with the rows after each change
   * @param {Partial<Listener>} listener
   */
  constructor(signalR, service, { EntityName, WhereClause, SelectedFields }, shown, listener = {}) {
    this.service = service;
    this.query = { EntityName, WhereClause, SelectedFields: [...new Set([...SelectedFields, 'Id', 'RowVersion'])] };
    this.shown = shown;
    this.#live = new LiveEntity(
      signalR,
      service,
      EntityName,
      {
        completed: nothing,
        state: nothing,
        failed: nothing,
        ...listener,
        changed: (change) => this.#receive(change),
        reload: () => void this.#read(),
      },
      { WhereClause, SelectedFields: this.query.SelectedFields },
    );
  }

  start() {
    return this.#live.start();
  }

  stop() {
    return this.#live.stop();
  }

  /** @param {Change} change */
  #receive(change) {
    if (this.#waiting) this.#waiting.push(change);
    // Large transactions have counts alone; a record that is too long for a message has no values.
    else if (change.Id === null || change.Record === null) void this.#read();
    else {
      this.#apply(change);
      this.shown(this.#rows);
    }
  }

  /** Applies a change unless the row was read after it. @param {Change} change */
  #apply({ Id, Cause, Record, RowVersion }) {
    const known = this.#rows.get(/** @type {string} */ (Id));
    if (known && known.RowVersion > Number(RowVersion)) return;
    if (Cause === 'Leave') this.#rows.delete(/** @type {string} */ (Id));
    else if (Record) this.#rows.set(Record.Id, Record);
  }

  /** Reads all rows. The changes that arrive meanwhile are applied to them. */
  async #read() {
    const read = ++this.#reads;
    this.#waiting ??= [];
    /** @type {Map<string, Record<string, any>> | null} */
    let rows = null;
    while (rows === null && read === this.#reads) {
      rows = await this.#select().catch(() => null);
      if (rows === null) await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS));
    }
    if (rows === null || read !== this.#reads) return;
    const waiting = this.#waiting ?? [];
    this.#rows = rows;
    this.#waiting = null;
    for (const change of waiting) this.#receive(change);
    this.shown(this.#rows);
  }

  async #select() {
    const rows = new Map();
    /** @type {{ PageSize: number, Cursor?: string } | null} */
    let pager = { PageSize: PAGE_SIZE };
    while (pager !== null) {
      const answer = /** @type {any} */ (await this.service.post('queries/select', { ...this.query, Pager: pager }));
      if (!answer.IsSuccess) throw new Error('The list was not read.');
      for (const row of answer.Result) rows.set(row.Id, row);
      pager = answer.NextCursor ? { PageSize: PAGE_SIZE, Cursor: answer.NextCursor } : null;
    }
    return rows;
  }
}
