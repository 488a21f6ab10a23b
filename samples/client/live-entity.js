/** @import { HubConnection } from '@microsoft/signalr' */
/** @import { Service } from './service.js' */

/**
 * Listener of a `LiveEntity`; see "Hub messages" in docs/interface.md.
 * @typedef {{ EntityName: string, Operation: string, Id: string | null, ChangedFields: string[], Cursor: string,
 *   CorrelationId: string, Count?: number }} Change
 * @typedef {{ CorrelationId: string, Status: string, HttpStatus: number, EntityName: string, Operation: string,
 *   Result: any, errors: string[] }} Outcome
 * @typedef {{ Id: string, Message: string, EntityName: string | null, RecordInformationId: string | null,
 *   Source: string | null, OccurredAt: string }} Notice
 * @typedef {'connected' | 'resumed' | 'reconnecting' | 'closed'} State
 * @typedef {object} Listener
 * @property {(change: Change) => void} changed
 * @property {(outcome: Outcome) => void} completed the outcome of a write that answered 202
 * @property {(notice: Notice) => void} [notified] a message to the user; missed ones are found by a query
 * @property {() => void} reload earlier changes may be missing: read the records again
 * @property {(state: State) => void} state
 * @property {(error: Error) => void} failed the service refused a call of the hub
 */

/**
 * Receives the changes of an entity's records and the outcomes of slow writes. It misses none when the connection breaks
 * or the service restarts.
 */
export class LiveEntity {
  /** @type {HubConnection} */
  #hub;
  /** Cursor of the last received change, from which a stream resumes. @type {string | null} */
  #cursor = null;
  /** Correlation ids of writes that were answered 202 and whose outcome is unknown. @type {Set<string>} */
  #open = new Set();
  /** Correlation ids of writes whose outcome is known. @type {Set<string>} */
  #done = new Set();

  /**
   * @param {typeof import('@microsoft/signalr')} signalR the client library, from any source
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
    this.#hub.on('EntityChanged', (change) => this.#receive(change));
    this.#hub.on('OperationCompleted', (outcome) => this.#settle(outcome));
    this.#hub.on('Notification', (notice) => listener.notified?.(notice));
    this.#hub.onreconnecting(() => listener.state('reconnecting'));
    this.#hub.onreconnected(() => void this.#resubscribe());
    this.#hub.onclose(() => listener.state('closed'));
  }

  /** Connects, and reconnects by itself after a loss of the connection. */
  async start() {
    await this.#hub.start();
    await this.#subscribe();
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
      // Hub and request race: the outcome may have been sent earlier, or while there was no connection.
      void this.#ask(answer.CorrelationId);
    }
    return answer;
  }

  /**
   * Subscribes on a new connection. The first connection registers for the entity. A later one streams from the last
   * cursor: the stream delivers missed changes first, then new ones, each once.
   */
  async #subscribe() {
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
      next: (change) => this.#receive(change),
      complete: () => undefined,
      error: (reason) => void this.#onStreamError(reason),
    });
  }

  /** Handles the end of the stream: a lost connection reconnects, an expired cursor subscribes again. @param {Error} reason */
  async #onStreamError(reason) {
    if (!reason.message.includes('CursorExpired')) return this.#report(reason);
    this.#cursor = null;
    await this.#resubscribe();
  }

  async #resubscribe() {
    try {
      await this.#subscribe();
    } catch (error) {
      this.#report(/** @type {Error} */ (error));
    }
  }

  /** Asks for the outcome of a write. @param {string} id correlation id */
  async #ask(id) {
    try {
      this.#settle(await this.#hub.invoke('GetOperation', id));
    } catch (error) {
      this.#report(/** @type {Error} */ (error));
    }
  }

  /** Reports refusals of the service. Other errors are lost connections, which come back. @param {Error} reason */
  #report(reason) {
    if (reason.message.includes('HubException')) this.listener.failed(reason);
  }

  /** @param {Change} change */
  #receive(change) {
    this.#cursor = change.Cursor;
    this.listener.changed(change);
  }

  /** Handles an outcome, from the message or from GetOperation. @param {any} outcome */
  #settle(outcome) {
    const { CorrelationId: id, Status } = outcome;
    if (Status === 'Processing') return;
    this.#open.delete(id);
    if (this.#done.has(id)) return;
    this.#done.add(id);
    this.listener.completed({ ...outcome, errors: outcome.Error?.Errors ?? outcome.Errors ?? [] });
  }
}

/** Delay of a reconnect: none at first, then 500 to 1,000 ms with jitter, without an end. */
const retryDelayMs = (/** @type {{ previousRetryCount: number }} */ { previousRetryCount }) =>
  previousRetryCount === 0 ? 0 : 500 + 500 * Math.random();
