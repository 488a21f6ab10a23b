import { SOUTHBAY, TestApp, byId, where } from '../../../support/test-app.js';

const BISTRO = 'ca1f151d-33b0-4b34-bdaf-4ced3e48255a';
const NOBODYS = '00000000-0000-4000-8000-00000000dead';

describe('GET /api/v1/records/{entity}/{id}', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const answer = async (path: string, user = 'nina.north') => app.as(user).get(`/records/${path}`);
  const refusal = async (path: string, user?: string): Promise<unknown> => {
    const { status, body } = await answer(path, user);
    return [status, body.ErrorDetails.map(({ Code, Path }: { Code: string; Path?: string }) => `${Code} ${Path}`)];
  };

  it('answers the record as select does, with its version as entity tag', async () => {
    const { status, text, body, headers } = await answer(`cusTOMER/${BISTRO.toUpperCase()}`);
    const selected = await app.as('nina.north').select('Customer', { WhereClause: byId(BISTRO) });
    expect([status, body.TotalRecords, body.CorrelationId]).toEqual([200, 1, null]);
    expect(body.Result).toEqual(selected.body.Result[0]);
    expect(text).toContain('"CreditLimit":5000.00,');
    expect(headers.get('ETag')).toBe(`"${body.Result.RowVersion}"`);
    const tag = { 'If-Match': headers.get('ETag')! };
    const update = (): Promise<{ status: number }> =>
      app.as('nina.north').update('Customer', { Phone: '+43 1 7654321' }, byId(BISTRO), undefined, tag);
    expect([(await update()).status, (await update()).status]).toEqual([200, 412]);
  });

  it('takes fields, includes and flags', async () => {
    const path = `Customer/${BISTRO}?SELECTEDFIELDS=Name,RegionId.Name,RegionId&includes=Contact&loadLookUpValues=true&loadRecordInfo=true`;
    const { body, headers } = await answer(path);
    expect(body.Result).toEqual({
      Name: 'Bistro Blau',
      'RegionId.Name': 'North',
      RegionId: { Id: expect.any(String), Name: 'North' },
      RecordInfo: expect.objectContaining({ EntityName: 'Customer' }),
      Contact: expect.any(Array),
    });
    expect(headers.get('ETag')).toBeNull();
  });

  it('is 404 where the record does not exist, may not be read, is deleted or is in another environment', async () => {
    const [{ Id }] = (
      await app.as('ada.admin').select('Customer', { WhereClause: where('OwnerId.UserName', 'EqualTo', 'sara.south') })
    ).body.Result;
    for (const id of [NOBODYS, Id]) expect(await refusal(`Customer/${id}`)).toEqual([404, ['NotFound id']]);
    expect((await answer(`Customer/${Id}`, 'ada.admin')).status).toBe(200);
    const bay = await app.as('bob.bay', SOUTHBAY).get(`/records/Customer/${BISTRO}`);
    expect([403, 404]).toContain(bay.status);
    const contact = await app
      .as('nina.north')
      .inserted('Contact', { FirstName: 'A', LastName: 'B', CustomerId: BISTRO });
    await app.as('nina.north').delete('Contact', byId(contact));
    expect(await refusal(`Contact/${contact}`)).toEqual([404, ['NotFound id']]);
    expect(await refusal(`Contact/${contact}?includeDeleted=true`)).toEqual([403, ['AdministratorRequired undefined']]);
    expect((await answer(`Contact/${contact}?includeDeleted=true`, 'ada.admin')).status).toBe(200);
  });

  it('shows users to every member by their public fields', async () => {
    const { Id } = (await app.as('sara.south').get('/me')).body.Result;
    expect((await answer(`User/${Id}`)).body.Result).toEqual({ Id, DisplayName: 'Sara South', IsActive: true });
    expect(await refusal(`User/${Id}?selectedFields=Email`)).toEqual([403, ['ScopeNone undefined']]);
  });

  it.each([
    ['Nothing/x', 404, ['UnknownEntity undefined']],
    ['constructor/constructor', 404, ['UnknownEntity undefined']],
    ['Role/x', 403, ['ScopeNone undefined']],
    [
      'Customer/constructor?selectedFields=Nix,Name&loadChildren=perhaps&sort=x&globalSearch=a',
      400,
      [
        'UnknownMember Sort',
        'UnknownMember GlobalSearch',
        'Validation LoadChildren',
        'Validation id',
        'UnknownField SelectedFields[0]',
      ],
    ],
    [`Customer/${BISTRO}?loadChildren=true&loadChildren=true`, 400, ['Validation LoadChildren']],
    [`Customer/${BISTRO}?selectedField=Name`, 400, ['UnknownMember selectedField']],
  ])('refuses %s with %i, all faults at once', async (path, status, faults) => {
    expect(await refusal(path)).toEqual([status, faults]);
  });

  it('logs other names of the query string, and refuses them where the client is strict', async () => {
    const path = `/records/Customer/${BISTRO}?__proto__=1&colour=blue`;
    const { status, body } = await app.as('nina.north').get(path);
    expect([status, body.Log]).toEqual([200, expect.arrayContaining(["Unknown member 'colour' was ignored."])]);
    const strict = await app.as('nina.north').send('GET', path, undefined, { Prefer: 'handling=strict' });
    expect(strict.status).toBe(400);
  });
});
