import 'reflect-metadata';
import { Controller, type DynamicModule, Get, Global, type INestApplication, Module } from '@nestjs/common';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Catalogue } from '#core/catalogue/catalogue.js';
import { DEFAULT_SETTINGS, type Environment } from '#core/catalogue/environment.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import { AuthModule } from '#platform/auth/auth.module.js';
import { Directory } from '#platform/catalogue/directory.js';
import type { Identity } from '#platform/catalogue/identity.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { KnownKeys } from '#platform/catalogue/known-keys.js';
import type { Config } from '#platform/process/config/config.js';
import { ConfigModule } from '#platform/process/config/config.module.js';
import { loadConfig } from '#platform/process/config/load-config.js';
import { Context } from '#platform/http/decorators.js';
import { createHttpApp } from '#platform/http/http-app.js';
import { RequestLimits } from '#platform/limits/request-limits.js';
import { HttpModule } from '#platform/http/http.module.js';

const environment = {
  id: 'e1',
  name: 'dev',
  appId: 'a1',
  appName: 'sales',
  tenantId: 't1',
  tenantName: 'acme',
  settings: DEFAULT_SETTINGS,
};
const organisation = { roles: new Map(), teams: new Map() };
const catalogue = new Catalogue(environment as Environment, '1', {
  entities: new Map(),
  access: new Map(),
  organisation,
});

/** One environment, one member, one disabled user: what the guard needs, without a database. */
class Town extends Directory {
  find(...place: string[]) {
    return place.join('/').toLowerCase() === 'acme/sales/dev' ? catalogue : undefined;
  }

  member(_: Catalogue, userName: string) {
    return userName === 'disabled' ? 'inactive' : userName === 'agent' ? ({ userName } as Principal) : undefined;
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

@Global()
@Module({
  providers: [
    { provide: Directory, useClass: Town },
    { provide: RequestLimits, useValue: { isOn: false } },
    { provide: KnownKeys, useValue: {} },
    { provide: PlatformDatabase, useValue: {} },
  ],
  exports: [Directory, KnownKeys, PlatformDatabase, RequestLimits],
})
class TownModule {}

@Controller('api/v1/me')
class MeController {
  @Get()
  me(@Context() ctx: RequestContext): object {
    return { UserName: ctx.principal.userName, Environment: ctx.catalogue.environment.name };
  }
}

@Module({ controllers: [MeController] })
class RootModule {
  static with(config: Config): DynamicModule {
    const imports = [ConfigModule.forConfig(config), HttpModule, TownModule, AuthModule.forConfig(config)];
    return { module: RootModule, imports };
  }
}

interface Answer {
  readonly status: number;
  readonly challenge: string | undefined;
  readonly body: Record<string, unknown>;
}

/** A plain client, which sends names and repeated headers exactly as they are given. */
function call(app: INestApplication, path: string, headers: Record<string, string | string[]>, body?: object) {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const method = body ? 'POST' : 'GET';
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const challenge = response.headers['www-authenticate'];
        resolve({ status: response.statusCode!, challenge, body: JSON.parse(text) as Answer['body'] });
      });
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

async function start(env: Record<string, string>): Promise<INestApplication> {
  const config = loadConfig({ LOG_LEVEL: 'silent', ...env });
  const app = await createHttpApp(RootModule.with(config), config);
  await app.listen(0, '127.0.0.1');
  return app;
}

async function tokenFor(app: INestApplication, UserName: string): Promise<string> {
  const { body } = await call(app, '/dev/token', { 'Content-Type': 'application/json' }, { UserName });
  return `Bearer ${String(body.AccessToken)}`;
}

const PLACE = { TenantId: 'acme', AppId: 'Sales', EnvironmentId: 'DEV' };

describe('a guarded route', () => {
  let app: INestApplication;
  beforeAll(async () => void (app = await start({ DEV_TOKENS: 'true' })));
  afterAll(() => app.close());

  // Requirement: R5, R7, R9, R11
  it('identifies the caller, tenant, app and environment', async () => {
    const Authorization = await tokenFor(app, 'agent');
    const { status, body } = await call(app, '/api/v1/me', { ...PLACE, Authorization });
    expect([status, body]).toEqual([200, { UserName: 'agent', Environment: 'dev' }]);
  });

  // Requirement: R5, R6, R8, T1, T88, S1, S15
  it.each<[string, string | undefined, Record<string, string | string[]>, [number, string, string?]]>([
    ['no token', undefined, PLACE, [401, 'TokenMissing', 'Bearer realm="api"']],
    [
      'a bad token',
      undefined,
      { Authorization: 'Bearer a.b.c' },
      [401, 'TokenInvalid', 'Bearer error="invalid_token"'],
    ],
    ['a disabled user', 'disabled', PLACE, [401, 'TokenInvalid', 'Bearer error="invalid_token"']],
    ['no headers', 'agent', {}, [400, 'ContextMissing']],
    ['a repeated header', 'agent', { ...PLACE, AppId: ['sales', 'other'] }, [400, 'ContextInvalid']],
    ['headers spelled with underscores', 'agent', { Tenant_Id: 'acme', App_Id: 'sales' }, [400, 'ContextMissing']],
    ['an unknown tenant', 'agent', { ...PLACE, TenantId: 'other' }, [403, 'NotMember']],
    ['a stranger', 'stranger', PLACE, [403, 'NotMember']],
    ['a forwarded identity', 'stranger', { ...PLACE, 'X-Forwarded-User': 'agent' }, [403, 'NotMember']],
  ])('refuses %s', async (_, user, headers, [status, code, challenge]) => {
    const authorization = user && { Authorization: await tokenFor(app, user) };
    const answer = await call(app, '/api/v1/me', { ...headers, ...authorization });
    expect(answer).toMatchObject({ status, challenge, body: { IsSuccess: false, StatusCode: String(status) } });
    expect(answer.body.ErrorDetails).toContainEqual(expect.objectContaining({ Code: code }));
  });
});

// Requirement: R11
it('has no route for development tokens unless DEV_TOKENS is on', async () => {
  const app = await start({ DEV_TOKENS: 'false' });
  const { status } = await call(app, '/dev/token', { 'Content-Type': 'application/json' }, { UserName: 'agent' });
  await app.close();
  expect(status).toBe(404);
});
