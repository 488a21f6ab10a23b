/** @import { HubConnection } from '@microsoft/signalr' */
/** @import { Service } from './service.js' */

/**
 * Who wants to know; see "EntityChanged" and "OperationCompleted" in docs/interface.md.
 * @typedef {{ EntityName: string, Operation: string, Id: string | null, ChangedFields: string[], Cursor: string,
 *   CorrelationId: string, Count?: number }} Change
 * @typedef {{ CorrelationId: string, Status: string, HttpStatus: number, EntityName: string, Operation: string,
 *   Result: any, errors: string[] }} Outcome
 * @typedef {'connected' | 'resumed' | 'reconnecting' | 'closed'} State
 * @typedef {object} Listener
 * @property {(change: Change) => void} changed
 * @property {(outcome: Outcome) => void} completed the outcome of a write that answered 202
 * @property {() => void} reload what changed before this moment was not heard: read the records again
 * @property {(state: State) => void} state
 * @property {(error: Error) => void} failed the service refuses to tell
 */

/**
 * Hears of the changes of an entity's records and of the outcomes of slow writes, and misses none when the connection
 * breaks or the service restarts.
 */
export class LiveEntity {
  /** @type {HubConnection} */
  #hub;
  /** Where to go on after the last change heard. @type {string | null} */
  #cursor = null;
  /** The writes that answered 202 and whose outcome is not known yet, and those whose is. @type {Set<string>} */
  #open = new Set();
  /** @type {Set<string>} */
  #done = new Set();

  /**
   * @param {typeof import('@microsoft/signalr')} signalR the client library, wherever it was loaded from
   * @param {Service} service
   * @param {string} entityName
   * @param {Listener} listener
   */
  constructor(signalR, service, entityName, listener) {
    this.service = service;
    this.entityName = entityName;
    this.listener = listener;
    this.#hub = new signalR.HubConnectionBuilder()
      .withUrl(service.hubUrl, { accessTokenFactory: () => service.token() })
      .withAutomaticReconnect({ nextRetryDelayInMilliseconds: retryDelayMs })
      .configureLogging(signalR.LogLevel.None)
      .build();
    this.#hub.on('EntityChanged', (change) => this.#hear(change));
    this.#hub.on('OperationCompleted', (outcome) => this.#settle(outcome));
    this.#hub.onreconnecting(() => listener.state('reconnecting'));
    this.#hub.onreconnected(() => void this.#attendAgain());
    this.#hub.onclose(() => listener.state('closed'));
  }

  /** Connects; later losses of the connection are nobody's concern but ours. */
  async start() {
    await this.#hub.start();
    await this.#attend();
  }

  stop() {
    return this.#hub.stop();
  }

  /**
   * Inserts a record. A 202 is followed until its outcome is known.
   * @param {Record<string, unknown>} fields
   */
  async insert(fields) {
    const answer = await this.service.insert(this.entityName, fields);
    if (answer.StatusCode === '202' && answer.CorrelationId !== null) {
      this.#open.add(answer.CorrelationId);
      // Socket and request race: the outcome may have been told before, or while there was no connection.
      void this.#ask(answer.CorrelationId);
    }
    return answer;
  }

  /**
   * What every new connection does. The first one registers. A later one streams from the last cursor on and stays with
   * the stream, which is live too: what was missed comes first, nothing comes twice.
   */
  async #attend() {
    if (this.#cursor === null) {
      await this.#hub.invoke('RegisterEntity', this.entityName);
      this.listener.state('connected');
      this.listener.reload();
    } else {
      this.#resume(this.#cursor);
      this.listener.state('resumed');
    }
    for (const id of this.#open) void this.#ask(id);
  }

  /** @param {string} cursor */
  #resume(cursor) {
    this.#hub.stream('StreamChanges', this.entityName, cursor).subscribe({
      next: (change) => this.#hear(change),
      complete: () => undefined,
      error: (reason) => void this.#lose(reason),
    });
  }

  /** The stream ended: with the connection, which comes back, or because it was away for too long. @param {Error} reason */
  async #lose(reason) {
    if (!reason.message.includes('CursorExpired')) return this.#tell(reason);
    this.#cursor = null;
    await this.#attendAgain();
  }

  async #attendAgain() {
    try {
      await this.#attend();
    } catch (error) {
      this.#tell(/** @type {Error} */ (error));
    }
  }

  /** @param {string} id of a write whose outcome is not known */
  async #ask(id) {
    try {
      this.#settle(await this.#hub.invoke('GetOperation', id));
    } catch (error) {
      this.#tell(/** @type {Error} */ (error));
    }
  }

  /** Only refusals of the service are news; all else is the connection, which comes back. @param {Error} reason */
  #tell(reason) {
    if (reason.message.includes('HubException')) this.listener.failed(reason);
  }

  /** @param {Change} change */
  #hear(change) {
    this.#cursor = change.Cursor;
    this.listener.changed(change);
  }

  /** An outcome as the message brings it or as GetOperation answers it. @param {any} outcome */
  #settle(outcome) {
    const { CorrelationId: id, Status } = outcome;
    if (Status === 'Processing') return;
    this.#open.delete(id);
    if (this.#done.has(id)) return;
    this.#done.add(id);
    this.listener.completed({ ...outcome, errors: outcome.Error?.Errors ?? outcome.Errors ?? [] });
  }
}

/** At once, then within a second each, for as long as it takes; not all clients in the same moment. */
const retryDelayMs = (/** @type {{ previousRetryCount: number }} */ { previousRetryCount }) =>
  previousRetryCount === 0 ? 0 : 500 + 500 * Math.random();
