import 'reflect-metadata';
import type { ExecutionContext } from '@nestjs/common';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Catalogue } from '#core/catalogue/catalogue.js';
import { DEFAULT_SETTINGS, type Environment } from '#core/catalogue/environment.js';
import type { Principal } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { Admission } from '#platform/auth/admission.service.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import type { KeyReadyNodes } from '#platform/auth/key-ready-nodes.service.js';
import type { KeyUses } from '#platform/auth/key-uses.service.js';
import { KeyAdmission } from '#platform/auth/key-admission.service.js';
import { ContextGuard } from '#platform/auth/context.guard.js';
import { devToken } from '#platform/auth/dev-token.js';
import type { RequestLimits } from '#platform/limits/request-limits.js';
import { Provisioning } from '#platform/auth/provisioning.js';
import { TokenVerifier } from '#platform/auth/token-verifier.js';
import { Directory } from '#platform/catalogue/directory.js';
import type { Identity } from '#platform/catalogue/identity.js';
import type { KnownKeys } from '#platform/catalogue/known-keys.js';
import { Public } from '#platform/http/decorators.js';
import { attachState, contextOf, RequestState } from '#platform/observability/requests/request-state.js';
import { configWith, outcome, SECRET } from './tokens.js';

const environment = {
  id: 'e1',
  name: 'dev',
  appId: 'a1',
  appName: 'sales',
  tenantId: 't1',
  tenantName: 'acme',
  settings: DEFAULT_SETTINGS,
};
const catalogue = new Catalogue(environment as Environment, '1', {
  entities: new Map(),
  access: new Map(),
  organisation: { roles: new Map(), teams: new Map() },
});
const agent = { userId: 'u1', userName: 'agent' } as Principal;

/** One environment with one active and one disabled member; answers at once or, as from a database, later. */
class Town extends Directory {
  readonly asked: string[] = [];

  constructor(private readonly cached: boolean) {
    super();
  }

  find(...place: [string, string, string]) {
    this.asked.push(place.join('/'));
    return this.#answer(place.join('/') === 'acme/sales/dev' ? catalogue : undefined);
  }

  member(_: Catalogue, user: string) {
    this.asked.push(user);
    return this.#answer(({ agent, disabled: 'inactive' } as const)[user]);
  }

  #answer<T>(value: T): T | Promise<T> {
    return this.cached ? value : Promise.resolve(value);
  }

  identified(_: Catalogue, { user }: Identity) {
    return this.member(_, user);
  }

  keyed() {
    return undefined;
  }

  users() {
    return Promise.resolve({ isKnown: true, names: [] });
  }
}

class Routes {
  @Public() open(): void {}
  closed(): void {}
}

@Public()
class OpenRoutes {
  any(): void {}
}

type Route = [controller: object, handler: object];

const config = configWith({ kind: 'secret', secret: SECRET });
const tokens = new TokenVerifier(config);
const bearer = (user: string): string => `Bearer ${devToken(config.tokens, user, new Date()).accessToken}`;

const PLACE = { tenantid: 'acme', appid: 'sales', environmentid: 'dev' };

function requestWith(headers: Record<string, string>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  const state = new RequestState({ limitBytes: 0, receiveMs: 0, minBytesPerSecond: 0 });
  state.id = 'request-1';
  attachState(request, state);
  return request;
}

const CLOSED: Route = [Routes, Routes.prototype.closed];

function enter(request: IncomingMessage, directory = new Town(true), [controller, handler]: Route = CLOSED) {
  const execution = {
    getHandler: () => handler,
    getClass: () => controller,
    switchToHttp: () => ({ getRequest: () => request }),
  };
  const noLimits = { isOn: false } as RequestLimits;
  return new ContextGuard(
    new Admission(
      tokens,
      directory,
      new KeyAdmission({} as KnownKeys, directory, {} as KeyUses, {} as KeyReadyNodes, new Metrics(false)),
      new Provisioning(directory),
    ),
    noLimits,
  ).canActivate(execution as unknown as ExecutionContext);
}

describe('the context guard', () => {
  it.each<[string, Route]>([
    ['a route marked public', [Routes, Routes.prototype.open]],
    ['a controller marked public', [OpenRoutes, OpenRoutes.prototype.any]],
  ])('lets everyone through to %s', (_, route) => {
    expect(enter(requestWith({}), undefined, route)).toBe(true);
  });

  // Requirement: R5, S1
  it('denies every other route by default', async () => {
    expect(await outcome(() => enter(requestWith({})))).toBe('TokenMissing');
  });

  // Requirement: R5, R6, R8, T1
  it.each<[string, Record<string, string>, string]>([
    ['no token and no headers', {}, 'TokenMissing'],
    ['another scheme and no headers', { authorization: 'Basic YTpi' }, 'TokenMissing'],
    ['a bad token and no headers', { authorization: 'Bearer a.b.c' }, 'TokenInvalid'],
    ['a bad token and an unknown tenant', { ...PLACE, tenantid: 'x', authorization: 'Bearer a.b.c' }, 'TokenInvalid'],
    ['no headers', { authorization: bearer('agent') }, 'ContextMissing'],
    ['a malformed header', { ...PLACE, appid: '?', authorization: bearer('stranger') }, 'ContextInvalid'],
    ['an unknown tenant', { ...PLACE, tenantid: 'other', authorization: bearer('agent') }, 'NotMember'],
    [
      'ids that do not belong together',
      { ...PLACE, environmentid: 'test', authorization: bearer('agent') },
      'NotMember',
    ],
    ['a stranger', { ...PLACE, authorization: bearer('stranger') }, 'NotMember'],
    ['a stranger with a bad If-Match', { ...PLACE, 'if-match': 'x', authorization: bearer('stranger') }, 'NotMember'],
    ['a disabled user', { ...PLACE, authorization: bearer('disabled') }, 'TokenInvalid'],
    ['a member with a bad If-Match', { ...PLACE, 'if-match': 'x', authorization: bearer('agent') }, 'Validation'],
    ['a member', { ...PLACE, authorization: bearer('agent') }, 'accepted'],
  ])('checks token, headers and membership in this order: %s', async (_, headers, code) => {
    for (const cached of [true, false]) {
      const request = requestWith(headers);
      expect(await outcome(() => enter(request, new Town(cached)))).toBe(code);
      expect(contextOf(request) !== undefined).toBe(code === 'accepted');
    }
  });

  // Requirement: T1, T88
  it('looks up no environment before token and headers are valid', async () => {
    const directory = new Town(true);
    await outcome(() => enter(requestWith({ ...PLACE, authorization: 'Bearer a.b.c' }), directory));
    await outcome(() => enter(requestWith({ authorization: bearer('agent') }), directory));
    expect(directory.asked).toEqual([]);
  });

  // Requirement: R8, S1
  it('answers alike for an unknown tenant and for a user without membership', async () => {
    const refused = async (tenantid: string, user: string): Promise<unknown> => {
      try {
        return await enter(requestWith({ ...PLACE, tenantid, authorization: bearer(user) }));
      } catch (error) {
        return (error as DomainError).faults;
      }
    };
    const stranger = await refused('acme', 'stranger');
    expect(stranger).toEqual([expect.objectContaining({ code: 'NotMember' })]);
    expect(await refused('other', 'stranger')).toEqual(stranger);
    const noTenant = (await refused('other', 'agent')) as readonly Fault[];
    expect(noTenant.map(({ message }) => message.replace("'agent'", "'stranger'"))).toEqual([
      (stranger as readonly Fault[])[0].message,
    ]);
  });

  // Requirement: R7
  it('builds the frozen context of the call', async () => {
    const request = requestWith({ ...PLACE, authorization: bearer('agent'), prefer: 'return=id', 'if-match': '"7"' });
    await enter(request);
    const context = contextOf(request);
    expect(context).toEqual({
      requestId: 'request-1',
      correlationId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      at: expect.any(Date),
      catalogue,
      principal: agent,
      preferences: { strict: false, returnId: true, ifMatch: '7' },
    });
    expect(Object.isFrozen(context)).toBe(true);
  });

  it('returns synchronously once token and environment are cached', async () => {
    const authorization = bearer('agent');
    await enter(requestWith({ ...PLACE, authorization }));
    expect(enter(requestWith({ ...PLACE, authorization }))).toBe(true);
  });

  // Requirement: S15
  it('ignores misleading headers: forwarded hosts, other users, other methods', async () => {
    const pretending = { 'x-forwarded-user': 'admin', 'x-http-method-override': 'DELETE', 'x-tenantid': 'other' };
    const request = requestWith({ ...PLACE, ...pretending, authorization: bearer('agent') });
    await enter(request);
    expect(contextOf(request)?.principal.userName).toBe('agent');
  });
});
