import { randomUUID } from 'node:crypto';
import { ROLE } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { byId, type Caller, TestApp, where } from '../../../support/test-app.js';
import { createTickets, newStatuses, statusRows, ticketLifecycle, transitionRows } from './tickets.js';

// See docs/interface/lifecycle.md#diagrams
describe('GET /api/v1/blueprints/{id}/diagram', () => {
  let app: TestApp;
  let ada: Caller;
  let id: string;
  const ids = newStatuses();
  const hostile = `"><script>alert('1')</script>\n--> [*]; %% end`;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    await createTickets(ada);
    await ada.inserted('RoleAccess', { RoleId: ROLE.salesRep, EntityName: 'Ticket', Read: 'Own' });
    const [open, doing, done] = statusRows(ids);
    const Statuses = [open, { ...doing, Name: hostile, Color: 'red"/>' }, done];
    const Transitions = [...transitionRows(ids), { Name: 'Abort', ToStatusId: ids.done }];
    const lifecycle = ticketLifecycle(ids, { Name: hostile, IsActive: false, Statuses, Transitions });
    id = await ada.inserted('Lifecycle', lifecycle);
  });
  afterAll(() => app.stop());

  const diagram = (user: string, query = '', of = id) => app.as(user).get(`/blueprints/${of}/diagram${query}`);

  it.each(['', '?format=mermaid', '?Format=Mermaid'])('answers Mermaid text by %j', async (query) => {
    const { status, headers, text } = await diagram('nina.north', query);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/vnd.mermaid; charset=utf-8']);
    expect(text.split('\n').slice(0, 3)).toEqual([
      'stateDiagram-v2',
      '  state "Open" as s1',
      expect.stringMatching(/^ {2}state "#34;#62;#60;script#62;[^"<>;]*(?:#\d+;[^"<>;]*)*" as s2$/),
    ]);
    expect(text).toContain('  any --> s3 : Abort\n');
  });

  it('draws an SVG document that runs nothing', async () => {
    const { status, headers, text } = await diagram('nina.north', '?format=svg');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>\n$/s);
    expect(text).not.toMatch(/<script|red"/);
    expect(text).toContain('&lt;script&gt;');
    expect(text.match(/<rect /g)).toHaveLength(4);
    expect(text.match(/<polyline /g)).toHaveLength(5);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    expect((await diagram('nina.north', '?format=svg')).text).toBe(text);
  });

  it('shows the lifecycle as it is now', async () => {
    await ada.update('Status', { Name: 'Ready' }, byId(ids.done));
    expect((await diagram('ada.admin', '?format=svg')).text).toContain('>Ready</text>');
  });

  it.each([
    ['an unknown format', '?format=png', undefined, 'format'],
    ['two formats', '?format=svg&format=mermaid', undefined, 'format'],
    ['an id that is none', '', 'Tickets', 'id'],
  ])('refuses %s', async (_, query, of, Path) => {
    expect(await refused(app, () => diagram('nina.north', query, of), 400, 'Validation')).toMatchObject([{ Path }]);
  });

  it('answers 404 for unknown and deleted lifecycles', async () => {
    await refused(app, () => diagram('ada.admin', '', randomUUID()), 404, 'NotFound');
    await refused(app, () => diagram('ada.admin', '', ids.open), 404, 'NotFound');
    const gone = await ada.inserted('Lifecycle', ticketLifecycle(newStatuses(), { IsActive: false }));
    await ada.delete('Lifecycle', byId(gone));
    await refused(app, () => diagram('ada.admin', '', gone), 404, 'NotFound');
  });

  it('needs read scope on the entity', async () => {
    await refused(app, () => diagram('tess.temp'), 403, 'ScopeNone');
    await refused(app, () => diagram('wim.ware'), 403, 'ScopeNone');
  });

  it('draws no lifecycle that is too large, but writes it as Mermaid', async () => {
    const Statuses = [
      { Name: 'S0', IsInitial: true },
      ...Array.from({ length: 80 }, (_, i) => ({ Name: `S${i + 1}` })),
    ];
    const Transitions = Statuses.slice(1).map(({ Name }) => ({ Name, FromStatus: '*', ToStatus: Name }));
    const large = { Name: 'Large', EntityName: 'Ticket', IsActive: false, Statuses, Transitions };
    const { body } = await ada.send('POST', '/blueprints', large);
    expect(body.Errors).toEqual([]);
    await refused(app, () => diagram('ada.admin', '?format=svg', body.Result.Id), 400, 'TooManyRows');
    expect((await diagram('ada.admin', '', body.Result.Id)).status).toBe(200);
    expect(
      (await ada.select('Status', { WhereClause: where('LifecycleId', 3, body.Result.Id) })).body.TotalRecords,
    ).toBe(81);
  });
});
