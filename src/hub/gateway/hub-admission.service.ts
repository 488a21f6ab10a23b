import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { isUnlimited } from '#core/catalogue/api-key.js';
import { DomainError } from '#core/errors.js';
import { Admission } from '#platform/auth/admission.service.js';
import type { Admitted } from '#platform/catalogue/admitted.js';
import { Config } from '#platform/process/config/config.js';
import { type RequestState, stateOf } from '#platform/observability/requests/request-state.js';
import { problemOf } from '#platform/http/problem.js';
import { type ConnectionIdentity, ConnectionRefused, type ConnectionRequest } from '#signalr/index.js';

/** Builds a key of a user that is unique over all environments. */
export const userKey = (environmentId: string, userId: string): string => `${environmentId}/${userId}`;

/** Authenticates connections by the headers of any other call or, for browsers, by the query string. */
@Injectable()
export class HubAdmission {
  readonly #origins: ReadonlySet<string>;

  constructor(
    private readonly admission: Admission,
    config: Config,
  ) {
    this.#origins = new Set(config.http.corsOrigins);
  }

  /**
   * Admits a connection.
   * @throws {ConnectionRefused} with the status that the same call over HTTP would have.
   */
  async admit(request: ConnectionRequest): Promise<ConnectionIdentity> {
    this.#requireOrigin(request);
    const headers = headersOf(request);
    try {
      const data: Admitted = await this.admission.admit(headers, request.http.socket);
      noteCaller(request, data);
      const user = userKey(data.catalogue.environment.id, data.principal.userId);
      return { owner: user, userId: receiver(user, data), expiresAtMs: this.admission.endOf(headers, data), data };
    } catch (error) {
      throw error instanceof DomainError ? connectionRefused(error) : error;
    }
  }

  /** Refuses pages of foreign origins, even with a valid token. */
  #requireOrigin(request: ConnectionRequest): void {
    const origin = request.header('origin');
    if (origin === undefined || this.#origins.has(origin)) return;
    if (!URL.canParse(origin) || new URL(origin).host !== request.header('host'))
      throw new ConnectionRefused(403, 'This origin may not connect.');
  }
}

/** Messages to the user have values of any entity, so that a limited key gets none. */
const receiver = (user: string, { principal: { key } }: Admitted): string =>
  key && !isUnlimited(key) ? `${user}/${key.id}` : user;

/** Lets the log name the caller. A WebSocket has no request that ends, and no line. */
function noteCaller({ http }: ConnectionRequest, member: Admitted): void {
  const state = stateOf(http) as RequestState | undefined;
  if (state) Object.assign(state, { member, isPoll: http.method === 'GET' && !isStream(http.headers.accept) });
}

const isStream = (accept = ''): boolean => /\btext\/event-stream\b/i.test(accept);

/** Builds the headers of token and context, which the query string may replace. */
function headersOf(request: ConnectionRequest): IncomingHttpHeaders {
  const token = request.accessToken;
  const named = (name: string): string | undefined => request.header(name) ?? request.query(name);
  return {
    'x-api-key': request.header('x-api-key'),
    authorization: token === undefined ? undefined : `Bearer ${token}`,
    tenantid: named('TenantId'),
    appid: named('AppId'),
    environmentid: named('EnvironmentId'),
  };
}

function connectionRefused(error: DomainError): ConnectionRefused {
  const { status, headers } = problemOf(error);
  return new ConnectionRefused(status, `${error.code}: ${error.message}`, headers);
}
