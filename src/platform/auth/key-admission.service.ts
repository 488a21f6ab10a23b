import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { type ApiKey, KEY_SECRET } from '#core/catalogue/api-key.js';
import type { Environment } from '#core/catalogue/environment.js';
import type { Principal } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { isInNetwork, readNetwork } from '#core/values/network.js';
import type { Admitted } from '#platform/catalogue/admitted.js';
import { Directory } from '#platform/catalogue/directory.js';
import { KnownKeys, type PlacedKey } from '#platform/catalogue/known-keys.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { keyInvalid, tokenExpired } from '#platform/http/token.errors.js';
import { chain, type Eventually } from './eventually.js';
import { KeyReadyNodes } from './key-ready-nodes.service.js';
import { KeyUses } from './key-uses.service.js';
import { KeyFailures } from './key-failures.js';

/** The end of a connection: the address of the caller, or of the proxy in front. */
export interface Peer {
  readonly remoteAddress?: string | undefined;
}

/** Headers of a call, and who sent it. */
interface KeyCall {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

const ADMISSIONS = {
  kind: 'counter',
  name: 'key_admissions_total',
  help: 'Calls by key, and how they were answered.',
} as const;

/**
 * Results of calls by key: `ended` for a revoked or deleted key and a disabled user, `address` for one that AllowedIps
 * leaves out, `context` for other headers, `limited` after too many failures.
 */
const RESULTS = ['admitted', 'unknown', 'ended', 'expired', 'address', 'context', 'limited'] as const;
type Result = (typeof RESULTS)[number];

/** Authenticates calls by key. A key knows its environment, so that the context headers may be absent. */
@Injectable()
export class KeyAdmission {
  readonly #failures = new KeyFailures();
  readonly #counts = new Map<Result, number>(RESULTS.map((result) => [result, 0]));

  constructor(
    private readonly keys: KnownKeys,
    private readonly directory: Directory,
    private readonly uses: KeyUses,
    private readonly nodes: KeyReadyNodes,
    metrics: Metrics,
  ) {
    for (const result of RESULTS) metrics.add(ADMISSIONS, { result }, () => this.#counts.get(result));
  }

  /** @throws {DomainError} TokenInvalid, TokenExpired, RateLimited, ContextInvalid, OtherCell, Unavailable */
  admit(secret: string, headers: IncomingHttpHeaders, { remoteAddress = '' }: Peer): Eventually<Admitted> {
    const call: KeyCall = { headers, address: remoteAddress };
    const known = this.keys.known(secret);
    if (known) return this.#admit(known, call);
    const limited = this.#failures.limited(call.address);
    if (limited) throw this.#counted('limited', limited);
    if (!KEY_SECRET.test(secret)) throw this.#failed(call, 'unknown');
    return this.keys.find(secret).then((found) => {
      if (!found) throw this.#failed(call, 'unknown');
      return this.#admit(found, call);
    });
  }

  #admit({ tenantId, appId, environmentId, keyId }: PlacedKey, call: KeyCall): Eventually<Admitted> {
    return chain(this.directory.find(tenantId, appId, environmentId), (catalogue) => {
      if (!catalogue) throw this.#failed(call, 'ended');
      return chain(this.directory.keyed(catalogue, keyId), (caller) => {
        const principal = this.#requireValid(caller, call);
        const others = otherContext(call.headers, catalogue.environment);
        if (others.length > 0) throw this.#counted('context', new DomainError(...others));
        return chain(this.nodes.require(), () => {
          this.uses.note(catalogue.environment.schema, keyId);
          this.#count('admitted');
          return { catalogue, principal };
        });
      });
    });
  }

  #requireValid(caller: Principal | 'inactive' | undefined, call: KeyCall): Principal {
    const key = caller === 'inactive' ? undefined : caller?.key;
    const now = Date.now();
    if (!key || key.revokedMs <= now) throw this.#failed(call, 'ended');
    if (key.expiresMs <= now) throw this.#failed(call, 'expired', tokenExpired());
    if (!isAllowedFrom(key, call.address)) throw this.#failed(call, 'address', notFrom(call.address));
    return caller as Principal;
  }

  /** Counts a failure. @returns the error of the call: RateLimited after too many */
  #failed({ address }: KeyCall, result: Result, error = keyInvalid()): DomainError {
    const limited = this.#failures.limited(address);
    if (limited) return this.#counted('limited', limited);
    this.#failures.add(address);
    return this.#counted(result, error);
  }

  #counted(result: Result, error: DomainError): DomainError {
    this.#count(result);
    return error;
  }

  #count(result: Result): void {
    this.#counts.set(result, this.#counts.get(result)! + 1);
  }
}

function isAllowedFrom({ allowedIps }: ApiKey, address: string): boolean {
  return (
    allowedIps === undefined ||
    allowedIps.some((text) => {
      const network = readNetwork(text);
      return network !== undefined && isInNetwork(address, network);
    })
  );
}

const notFrom = (address: string): DomainError =>
  new DomainError({
    code: 'TokenInvalid',
    message: `The key may not be used from the address ${address}. AllowedIps of the key lists the addresses.`,
  });

/** Finds the context headers of a call by key that name another context than the key. */
function otherContext(headers: IncomingHttpHeaders, environment: Environment): readonly Fault[] {
  const { tenantid, appid, environmentid } = headers;
  if (tenantid === undefined && appid === undefined && environmentid === undefined) return [];
  const { tenantId, tenantName, appId, appName, id, name } = environment;
  return [
    ...disagreement('TenantId', tenantid, [tenantId, tenantName]),
    ...disagreement('AppId', appid, [appId, appName]),
    ...disagreement('EnvironmentId', environmentid, [id, name]),
  ];
}

function disagreement(header: string, given: string | string[] | undefined, own: readonly string[]): readonly Fault[] {
  if (given === undefined || own.some((text) => text.toLowerCase() === given.toString().toLowerCase())) return [];
  const message = `The header ${header} names another context than the key. Omit it, or give that of the key.`;
  return [{ code: 'ContextInvalid', message, params: { Header: header } }];
}
