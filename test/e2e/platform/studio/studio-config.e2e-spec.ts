import { VERSION } from '#platform/process/config/build-info.js';
import { byId, TestApp } from '../../../support/test-app.js';

interface Settings {
  readonly Version: string;
  readonly Oidc?: Readonly<Record<string, string>>;
  readonly DevUsers?: readonly {
    readonly UserName: string;
    readonly DisplayName: string;
    readonly Environments: readonly Readonly<Record<string, string>>[];
  }[];
}

const PROVIDER = { STUDIO_OIDC_AUTHORITY: 'https://id.example/realms/company', STUDIO_OIDC_CLIENT_ID: 'studio' };

const read = async (app: TestApp): Promise<{ readonly answer: Response; readonly settings: Settings }> => {
  const answer = await fetch(`${app.url}/studio/config.json`);
  return { answer, settings: (await answer.clone().json()) as Settings };
};

describe('GET /studio/config.json', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  it('answers without a token, bare and stored nowhere', async () => {
    const { answer, settings } = await read(app);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(settings)).toEqual(['Version', 'DevUsers']);
    expect(settings.Version).toBe(VERSION);
  });

  it('lists the people of the demo with development tokens, by display name, each once', async () => {
    const { DevUsers = [] } = (await read(app)).settings;
    const names = DevUsers.map(({ UserName }) => UserName);
    expect(names).toEqual(expect.arrayContaining(['nina.north', 'mona.manager', 'fia.clerk', 'ada.admin']));
    expect(new Set(names).size).toBe(names.length);
    const shown = DevUsers.map(({ DisplayName }) => DisplayName);
    expect(shown).toEqual(shown.toSorted((one, other) => one.localeCompare(other, 'en')));
    expect(DevUsers.find(({ UserName }) => UserName === 'nina.north')!.Environments).toContainEqual({
      TenantName: 'Northgate',
      AppName: 'OrderToCash',
      EnvironmentName: 'Development',
    });
  });

  it('leaves out users who are inactive or deleted, and the one of the service', async () => {
    const ada = app.as('ada.admin');
    const one = await ada.insert('User', { UserName: 'ina.inactive', DisplayName: 'Ina', IsActive: false });
    const other = await ada.insert('User', { UserName: 'dora.deleted', DisplayName: 'Dora' });
    expect([one.status, other.status]).toEqual([200, 200]);
    const before = (await read(app)).settings.DevUsers!.map(({ UserName }) => UserName);
    expect(before).toContain('dora.deleted');
    const deleted = await ada.delete('User', byId(other.body.Result.Id));
    expect(deleted.status).toBe(200);
    const names = (await read(app)).settings.DevUsers!.map(({ UserName }) => UserName);
    expect(names.filter((name) => /inactive|deleted|system/i.test(name))).toEqual([]);
  });

  it('names at most 50 users', async () => {
    const ada = app.as('ada.admin');
    const Records = Array.from({ length: 60 }, (_, i) => ({ UserName: `many.${i}`, DisplayName: `Many ${i}` }));
    for (const record of Records) await ada.insert('User', record);
    expect((await read(app)).settings.DevUsers).toHaveLength(50);
  });

  it.each(['POST', 'DELETE'])('refuses %s', async (method) => {
    expect((await fetch(`${app.url}/studio/config.json`, { method })).status).toBe(405);
  });

  it('answers HEAD', async () => {
    expect((await fetch(`${app.url}/studio/config.json`, { method: 'HEAD' })).status).toBe(200);
  });

  it('is counted under its route, the page under its path', async () => {
    await fetch(`${app.url}/studio/any/page`);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('method="GET",route="/studio/config.json",status="200"');
    expect(metrics).toMatch(/method="GET",route="\/studio",status="\d{3}"/);
    expect(metrics).not.toContain('/studio/any');
  });
});

it('shows the identity provider, and no users without development tokens', async () => {
  const app = await TestApp.start({ ...PROVIDER, DEV_TOKENS: 'false' });
  const { settings } = await read(app);
  await app.stop();
  expect(settings).toEqual({
    Version: VERSION,
    Oidc: { Authority: PROVIDER.STUDIO_OIDC_AUTHORITY, ClientId: 'studio', Scope: 'openid profile' },
  });
});

it('is an unknown route with STUDIO=false, as are the page and its address', async () => {
  const app = await TestApp.start({ STUDIO: 'false' });
  const statuses = [];
  for (const path of ['/studio/config.json', '/studio/', '/studio', '/'])
    statuses.push((await fetch(app.url + path, { redirect: 'manual' })).status);
  await app.stop();
  expect(statuses).toEqual([404, 404, 404, 404]);
});
