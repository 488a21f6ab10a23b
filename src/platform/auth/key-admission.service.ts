import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { type ApiKey, KEY_SECRET } from '#core/catalogue/api-key.js';
import type { Environment } from '#core/catalogue/environment.js';
import type { Principal } from '#core/context/context.js';
import { DomainError, Faults } from '#core/errors.js';
import { isInNetwork, readNetwork } from '#core/values/network.js';
import type { Admitted } from '#platform/catalogue/admitted.js';
import { Directory } from '#platform/catalogue/directory.js';
import { KnownKeys, type PlacedKey } from '#platform/catalogue/known-keys.js';
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

/** Authenticates calls by key. A key knows its environment, so that the context headers may be absent. */
@Injectable()
export class KeyAdmission {
  readonly #failures = new KeyFailures();

  constructor(
    private readonly keys: KnownKeys,
    private readonly directory: Directory,
    private readonly uses: KeyUses,
    private readonly nodes: KeyReadyNodes,
  ) {}

  /** @throws {DomainError} TokenInvalid, TokenExpired, RateLimited, ContextInvalid, Unavailable */
  admit(secret: string, headers: IncomingHttpHeaders, { remoteAddress = '' }: Peer): Eventually<Admitted> {
    const call: KeyCall = { headers, address: remoteAddress };
    const known = this.keys.known(secret);
    if (known) return this.#admit(known, call);
    this.#failures.require(call.address);
    if (!KEY_SECRET.test(secret)) throw this.#failed(call, keyInvalid());
    return this.keys.find(secret).then((found) => {
      if (!found) throw this.#failed(call, keyInvalid());
      return this.#admit(found, call);
    });
  }

  #admit({ tenantId, appId, environmentId, keyId }: PlacedKey, call: KeyCall): Eventually<Admitted> {
    return chain(this.directory.find(tenantId, appId, environmentId), (catalogue) => {
      if (!catalogue) throw this.#failed(call, keyInvalid());
      return chain(this.directory.keyed(catalogue, keyId), (caller) => {
        const principal = this.#requireValid(caller, call);
        requireAgreement(call.headers, catalogue.environment);
        return chain(this.nodes.require(), () => {
          this.uses.note(catalogue.environment.schema, keyId);
          return { catalogue, principal };
        });
      });
    });
  }

  #requireValid(caller: Principal | 'inactive' | undefined, call: KeyCall): Principal {
    const key = caller === 'inactive' ? undefined : caller?.key;
    const now = Date.now();
    if (!key || key.revokedMs <= now) throw this.#failed(call, keyInvalid());
    if (key.expiresMs <= now) throw this.#failed(call, tokenExpired());
    if (!isAllowedFrom(key, call.address)) throw this.#failed(call, notFrom(call.address));
    return caller as Principal;
  }

  /** Counts a failure. @returns the error of the call: RateLimited after too many */
  #failed({ address }: KeyCall, error: DomainError): DomainError {
    try {
      this.#failures.add(address);
      return error;
    } catch (limited) {
      return limited as DomainError;
    }
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

/** Checks the context headers that a call by key has. @throws {DomainError} ContextInvalid, naming each other one */
function requireAgreement(headers: IncomingHttpHeaders, environment: Environment): void {
  const { tenantid, appid, environmentid } = headers;
  if (tenantid === undefined && appid === undefined && environmentid === undefined) return;
  const { tenantId, tenantName, appId, appName, id, name } = environment;
  const faults = new Faults();
  const compare = (header: string, given: string | string[] | undefined, ...own: readonly string[]): void => {
    if (given === undefined || own.some((text) => text.toLowerCase() === given.toString().toLowerCase())) return;
    const message = `The header ${header} names another context than the key. Omit it, or give that of the key.`;
    faults.add('ContextInvalid', message, { params: { Header: header } });
  };
  compare('TenantId', tenantid, tenantId, tenantName);
  compare('AppId', appid, appId, appName);
  compare('EnvironmentId', environmentid, id, name);
  faults.throwIfAny();
}
