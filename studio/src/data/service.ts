import { currentLanguage } from '../text/text';
import { parseExact } from './exact';
import { type Fault, Refusal } from './refusal';
import { learnTime } from './service-clock';
import type { Session } from './session';
import { slots } from './slots';

/** Where a call belongs: names of tenant, app and environment, as in the address of a page. */
export interface Environment {
  readonly tenant: string;
  readonly app: string;
  readonly environment: string;
}

/** True of the name of an environment where mistakes are costly. */
export const isProduction = (environment: string): boolean => /^prod/i.test(environment);

/** Answer of the service to a request that was carried out (200) or accepted (202). */
export interface Answer<Result> {
  readonly Result: Result;
  readonly TotalRecords: number | null;
  readonly TotalIsExact?: boolean;
  readonly NextCursor?: string;
  readonly CorrelationId: string | null;
  readonly Log: readonly string[];
  /** True for 202: the write is stored and goes on. */
  readonly isAccepted: boolean;
}

interface Envelope extends Omit<Answer<unknown>, 'isAccepted'> {
  readonly RequestId: string;
  readonly Errors: readonly string[];
  readonly ErrorDetails: readonly Fault[];
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Requests of a page that run at once: a share of the caller's at the service. */
const REQUESTS = 4;
const API = '/api/v1';

/** Calls of the public interface in an environment, as the person who is signed in. */
export class Service {
  readonly #slot = slots(REQUESTS);

  /** @param environment undefined for the calls that need none */
  constructor(
    readonly session: Session,
    readonly environment?: Environment,
  ) {}

  /**
   * Sends a request; where the token has expired, asks for another and sends it again.
   * @param path below `/api/v1`, such as `/me`
   * @throws Refusal
   */
  async call<Result>(path: string, options: CallOptions = {}): Promise<Answer<Result>> {
    const response = await this.#send(path, options);
    const envelope = await readEnvelope(response);
    if (!response.ok) throw refusalOf(response, envelope);
    return { ...(envelope as unknown as Answer<Result>), isAccepted: response.status === 202 };
  }

  /** Sends a request whose answer may be a file. @throws Refusal */
  async callForFile(path: string, options: CallOptions = {}): Promise<Answer<unknown> | File> {
    const response = await this.#send(path, options);
    const type = response.headers.get('Content-Type') ?? '';
    if (response.ok && !type.startsWith('application/json'))
      return new File([await response.blob()], fileNameOf(response), { type });
    const envelope = await readEnvelope(response);
    if (!response.ok) throw refusalOf(response, envelope);
    return { ...(envelope as unknown as Answer<unknown>), isAccepted: response.status === 202 };
  }

  async #send(path: string, options: CallOptions): Promise<Response> {
    const token = await this.session.token();
    const response = await this.#slot(() => this.#fetch(path, options, token));
    learnTime(response.headers.get('Date'));
    if (response.status !== 401) return response;
    return this.#sendAgain(path, options, await this.session.renew(token));
  }

  /** Sends a request that was refused with another token; asks for another person as long as that is refused, too. */
  async #sendAgain(path: string, options: CallOptions, token: string): Promise<Response> {
    const response = await this.#slot(() => this.#fetch(path, options, token));
    return response.status === 401 ? this.#sendAgain(path, options, await this.session.ask(token)) : response;
  }

  #fetch(path: string, { method = 'GET', body, headers, signal }: CallOptions, token: string): Promise<Response> {
    const { environment } = this;
    const context = environment && {
      TenantId: environment.tenant,
      AppId: environment.app,
      EnvironmentId: environment.environment,
    };
    return fetch(API + path, {
      method,
      signal,
      headers: {
        Authorization: `Bearer ${token}`,
        'Accept-Language': currentLanguage(),
        ...context,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new Refusal(0, []);
    });
  }
}

async function readEnvelope(response: Response): Promise<Envelope | undefined> {
  const text = await response.text().catch(() => '');
  try {
    return parseExact(text) as Envelope;
  } catch {
    return undefined;
  }
}

function refusalOf(response: Response, envelope: Envelope | undefined): Refusal {
  const after = Number(response.headers.get('Retry-After'));
  return new Refusal(
    response.status,
    envelope?.ErrorDetails ?? [],
    envelope?.RequestId ?? response.headers.get('X-Request-Id') ?? undefined,
    Number.isFinite(after) && after > 0 ? after : undefined,
    envelope?.CorrelationId ?? undefined,
  );
}

/** Name of a file in `Content-Disposition`. */
function fileNameOf(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  const name = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return name === undefined ? 'file' : decodeURIComponent(name);
}
