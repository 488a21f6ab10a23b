/** @import { HubConnection } from '@microsoft/signalr' */
/** @import { Service } from './service.js' */

/**
 * Listener of a `LiveEntity`; see docs/interface/hub.md#hub-messages.
 * @typedef {{ EntityName: string, Operation: string, Id: string | null, ChangedFields: string[], Cursor: string,
 *   CorrelationId: string, RowVersion: number | null, Count?: number, Cause?: 'Enter' | 'Change' | 'Leave',
 *   Record?: Record<string, any> | null }} Change
 * @typedef {{ WhereClause?: object, RecordIds?: string[], Operations?: string[], SelectedFields?: string[], Name?: string }} Filter
 * @typedef {{ CorrelationId: string, Status: string, HttpStatus: number, EntityName: string, Operation: string,
 *   Result: any, errors: string[] }} Outcome
 * @typedef {{ Id: string, Message: string, EntityName: string | null, RecordInformationId: string | null,
 *   Source: string | null, OccurredAt: string }} Notice
 * @typedef {'connected' | 'resumed' | 'limited' | 'reconnecting' | 'closed'} State
 * @typedef {object} Listener
 * @property {(change: Change) => void} changed
 * @property {(outcome: Outcome) => void} completed the outcome of a write that answered 202
 * @property {(notice: Notice) => void} [notified] a message to the user; missed ones are found by a query
 * @property {() => void} reload earlier changes may be missing: read the records again
 * @property {(state: State) => void} state
 * @property {(error: Error) => void} failed the service refused a call of the hub
 */

const REPEAT_AFTER_MS = 500;
/** Clients that a limit has refused at the same time come back within this time. */
const SPREAD_MS = 1_000;

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
   * @param {Filter} [filter] of the changes; absent: all
   */
  constructor(signalR, service, entityName, listener, filter) {
    this.signalR = signalR;
    this.service = service;
    this.entityName = entityName;
    this.listener = listener;
    this.filter = filter ?? null;
    this.#hub = new signalR.HubConnectionBuilder()
      .withUrl(service.hubUrl, { accessTokenFactory: () => service.token() })
      .withAutomaticReconnect({ nextRetryDelayInMilliseconds: retryDelayMs })
      .configureLogging(signalR.LogLevel.None)
      .build();
    this.#hub.on('EntityChanged', (change) => this.#receive(change));
    this.#hub.on('SubscriptionEnded', ({ Reason }) => listener.failed(new Error(Reason)));
    this.#hub.on('OperationCompleted', (outcome) => this.#settle(outcome));
    this.#hub.on('Notification', (notice) => listener.notified?.(notice));
    this.#hub.onreconnecting(() => listener.state('reconnecting'));
    this.#hub.onreconnected(() => void this.#resubscribe());
    this.#hub.onclose(() => listener.state('closed'));
  }

  /** Connects, and reconnects by itself after a loss of the connection. */
  async start() {
    await this.#hub.start();
    await this.#repeat(
      () => this.#subscribe(),
      (reason) => {
        throw reason;
      },
    );
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
      await this.#hub.invoke('RegisterEntity', this.entityName, this.filter);
      this.listener.state('connected');
      this.listener.reload();
    } else {
      void this.#stream();
      this.listener.state('resumed');
    }
    for (const id of this.#open) void this.#ask(id);
  }

  #resubscribe() {
    return this.#repeat(() => this.#subscribe());
  }

  /** Streams from the last cursor until the connection is lost. An expired cursor subscribes again. */
  #stream() {
    return this.#repeat(async () => {
      try {
        await this.#nextChanges();
      } catch (error) {
        if (!(/** @type {Error} */ (error).message.includes('CursorExpired'))) throw error;
        this.#cursor = null;
        void this.#resubscribe();
      }
    });
  }

  /** Receives the changes after the last cursor. @returns {Promise<void>} the end of the stream */
  #nextChanges() {
    const stream = this.#hub.stream('StreamChanges', this.entityName, this.#cursor, this.filter);
    return new Promise((complete, error) => {
      stream.subscribe({ next: (change) => this.#receive(change), complete, error });
    });
  }

  /** Asks for the outcome of a write. @param {string} id correlation id */
  #ask(id) {
    return this.#repeat(async () => this.#settle(await this.#hub.invoke('GetOperation', id)));
  }

  /**
   * Makes a call of the hub. Without sockets each call is a request of its own: where one is lost and the connection
   * stays, it is made again. After a lost connection the next one subscribes and asks again. A call beyond a limit is made
   * again when the service says so; other refusals are reported.
   * @param {() => Promise<void>} call
   * @param {(reason: Error) => void} refused
   */
  async #repeat(call, refused = this.listener.failed) {
    const { connectionId } = this.#hub;
    const { Connected } = this.signalR.HubConnectionState;
    const isSame = () => this.#hub.state === Connected && this.#hub.connectionId === connectionId;
    do {
      let delayMs = REPEAT_AFTER_MS;
      try {
        return await call();
      } catch (error) {
        const reason = /** @type {Error} */ (error);
        const seconds = /RateLimited: .*Try again in (\d+) s/.exec(reason.message)?.[1];
        if (seconds === undefined && reason.message.includes('HubException')) return refused(reason);
        if (seconds !== undefined) {
          delayMs = Number(seconds) * 1_000 + Math.random() * SPREAD_MS;
          this.listener.state('limited');
        }
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    } while (isSame());
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
