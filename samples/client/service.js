/** Context headers of the demo company's environment. */
const DEVELOPMENT = { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Development' };
const RETRY_MS = 1_000;
/** Answers of a service that is busy, or has a limit that is used up. */
const TRY_AGAIN = new Set(['429', '503']);

/**
 * Envelope of every answer (docs/interface/conventions.md#envelope). `StatusCode` is text.
 * @typedef {{ StatusCode: string, IsSuccess: boolean, Result: any, CorrelationId: string | null, Errors: string[],
 *   ErrorDetails?: { Code: string, Params?: { RetryAfterSeconds?: number } }[] }} Envelope
 */

/** Client of the service for one user in one environment. */
export class Service {
  /** @type {{ AccessToken: string, ExpiresOn: string } | undefined} */
  #issued;

  /**
   * @param {string} base such as `http://127.0.0.1:3000`
   * @param {string} user a user name of the demo
   */
  constructor(base, user, context = DEVELOPMENT) {
    this.base = base;
    this.user = user;
    this.context = context;
  }

  /** URL of the hub. The query holds the context, because browsers cannot set headers on sockets. */
  get hubUrl() {
    return `${this.base}/hubs/crud-notifications?${new URLSearchParams(this.context)}`;
  }

  /** Access token of the user. The demo issues its own; in production an identity provider does. */
  async token() {
    if (!this.#issued || Date.parse(this.#issued.ExpiresOn) < Date.now() + 60_000) {
      const response = await fetch(`${this.base}/dev/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ UserName: this.user }),
      });
      const body = await response.json();
      if (!response.ok) throw new Error(`No token: ${body.Errors?.join(' ') ?? `HTTP ${response.status}`}`);
      this.#issued = body;
    }
    return /** @type {{ AccessToken: string }} */ (this.#issued).AccessToken;
  }

  /**
   * Posts a JSON body.
   * @param {string} path path below `/api/v1/`
   * @param {object} body
   * @param {Record<string, string>} headers
   * @returns {Promise<Envelope>} envelope of the answer, also of a refusal
   */
  async post(path, body, headers = {}) {
    const response = await fetch(`${this.base}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${await this.token()}`,
        ...this.context,
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  /**
   * Inserts a record exactly once. After a broken connection, a restart or a limit the call is repeated with the same key
   * and gets the outcome of the first one.
   * @param {string} entityName
   * @param {Record<string, unknown>} fields
   */
  async insert(entityName, fields) {
    const assignments = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
    const key = { 'Idempotency-Key': newKey() };
    for (;;) {
      let delayMs = RETRY_MS;
      try {
        const answer = await this.post('records/insert', { EntityName: entityName, Fields: assignments }, key);
        if (!TRY_AGAIN.has(answer.StatusCode)) return answer;
        delayMs = (answer.ErrorDetails?.[0]?.Params?.RetryAfterSeconds ?? 1) * 1_000;
      } catch (error) {
        // fetch throws a TypeError when there was no answer.
        if (!(error instanceof TypeError)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

/** Unique text. `crypto.randomUUID` does not exist on pages served by http, except from localhost. */
const newKey = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;
