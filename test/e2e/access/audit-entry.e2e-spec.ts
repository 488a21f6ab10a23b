import { CUSTOMER, customer, INVOICE, NOTE, ORDER, product, REGION, USER } from '../../support/demo.js';
import { refused } from '../../support/refusal.js';
import { type Answer, SOUTHBAY, TestApp, where } from '../../support/test-app.js';

interface Entry {
  readonly EntityName: string;
  readonly RecordId: string;
  readonly Operation: string;
  readonly Changes: readonly { readonly FieldName: string; readonly Old: unknown; readonly New: unknown }[];
  readonly [field: string]: unknown;
}

describe('AuditEntry (R72, contract §14.11)', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const nina = () => app.as('nina.north');
  const entries = async (user: string, WhereClause: unknown, more: object = {}): Promise<readonly Entry[]> => {
    const { status, body } = await app.as(user).select('AuditEntry', { WhereClause, ...more });
    expect([status, body.Errors]).toEqual([200, []]);
    return body.Result;
  };
  const of = (id: string): unknown => where('RecordId', 3, id);
  const told = ({ Operation, Changes }: Entry): string =>
    `${Operation} ${Changes.map(({ FieldName, Old, New }) => `${FieldName}: ${String(Old)} → ${String(New)}`).join(', ')}`;
  /** Gives everybody of a role what he needs to read the log as far as his scopes reach. */
  const grant = async (role: string, Read: string): Promise<void> => {
    const RoleId = { Match: { FieldName: 'Name', Value: role } };
    expect((await ada().insert('RoleAccess', { RoleId, EntityName: 'AuditEntry', Read })).status).toBe(200);
  };

  it('tells who, when, what, old and new, by which call', async () => {
    const { body } = await nina().insert('Note', { Subject: 'first' });
    const { Id, RecordInformationId } = body.Result;
    const changed = await ada().update('Note', { Subject: 'second', Body: 'b' }, where('Id', 3, Id));
    await nina().delete('Note', where('Id', 3, Id));
    const found = await entries('otto.audit', of(Id));
    expect(found.map(told)).toEqual([
      `Create Subject: null → first, OwnerId: null → ${USER.nina}, OwnerTeamId: null → ${body.Result.OwnerTeamId}`,
      'Update Subject: first → second, Body: null → b',
      `Delete Subject: second → null, Body: b → null, OwnerId: ${USER.nina} → null, OwnerTeamId: ${body.Result.OwnerTeamId} → null`,
    ]);
    expect(found[1]).toMatchObject({
      EntityName: 'Note',
      RecordId: Id,
      RecordInformationId,
      UserId: USER.ada,
      OwnerId: USER.nina,
      CorrelationId: changed.body.CorrelationId,
      Source: 'API',
      RowVersion: 2,
      IsDeleted: false,
    });
    expect(Date.now() - Date.parse(String(found[1].ChangedOn))).toBeLessThan(60_000);
    expect(String(found[1].ChangedOn)).toMatch(/Z$/);
  });

  it('keeps every digit', async () => {
    const { Id } = (await ada().insert('Product', product({ UnitPrice: '5000.10' }))).body.Result;
    const { text } = await app
      .as('otto.audit')
      .select('AuditEntry', { WhereClause: of(Id), SelectedFields: ['Changes'] });
    expect(text).toContain('"New": 5000.10, "Old": null, "FieldName": "UnitPrice"');
  });

  it('is filtered, sorted, paged and looked through as any entity', async () => {
    const { Id } = (await ada().insert('Region', { Code: 'AU', Name: 'A', CountryCode: 'AT' })).body.Result;
    for (const Name of ['B', 'C', 'D']) await ada().update('Region', { Name }, where('Id', 3, Id));
    const more = {
      SelectedFields: ['RowVersion', 'UserId.DisplayName'],
      Sort: [{ FieldName: 'RowVersion', Direction: 2 }],
      Pager: { PageNumber: 1, PageSize: 2 },
    };
    const { body } = await app.as('ada.admin').select('AuditEntry', { WhereClause: of(Id), ...more });
    const [{ DisplayName }] = (await ada().select('User', { WhereClause: where('Id', 3, USER.ada) })).body.Result;
    expect([body.Result, body.TotalRecords]).toEqual([
      [4, 3].map((RowVersion) => ({ RowVersion, 'UserId.DisplayName': DisplayName })),
      4,
    ]);
    const next = await ada().select('AuditEntry', {
      WhereClause: of(Id),
      ...more,
      Pager: { Cursor: body.NextCursor, PageSize: 2 },
    });
    expect(next.body.Result.map(({ RowVersion }: Entry) => RowVersion)).toEqual([2, 1]);
    const filters = [
      ['EntityName', 3, 'Region'],
      ['RecordId', 3, Id],
      ['Operation', 3, 'Update'],
      ['ChangedOn', 1, '2020-01-01'],
      ['UserId', 4, 'Me'],
    ].map(([FieldName, Operator, Value]) => ({
      FieldName,
      Operator,
      Value,
      ...(Value === 'Me' && { Operator: 3, ValueType: 4 }),
    }));
    expect(await entries('ada.admin', { Filters: filters })).toHaveLength(3);
    const [last] = await entries('ada.admin', of(Id), { Sort: more.Sort });
    expect(await entries('ada.admin', where('Id', 3, last.Id))).toEqual([last]);
    expect(await entries('ada.admin', where('RecordInformationId', 3, last.RecordInformationId))).toHaveLength(4);
  });

  it('shows what a delete takes along', async () => {
    const CustomerNotes = [{ Subject: 'x' }];
    const { Id } = (await ada().insert('Customer', customer({ CustomerNotes }))).body.Result;
    const { CorrelationId } = (await ada().delete('Customer', where('Id', 3, Id))).body;
    const found = await entries('ada.admin', where('CorrelationId', 3, CorrelationId));
    expect(found.map(({ EntityName, Operation }) => `${Operation} ${EntityName}`)).toEqual([
      'Delete Customer',
      'Delete Note',
    ]);
  });

  describe('read scope', () => {
    it('None on AuditEntry is 403, as for every entity', async () => {
      await refused(app, () => app.as('fia.clerk').select('AuditEntry'), 403, 'ScopeNone');
    });

    it('an Auditor sees the changes of what he may read, and of nothing else', async () => {
      const found = await entries('otto.audit', undefined);
      const names = new Set(found.map(({ EntityName }) => EntityName));
      expect([names.has('Order'), names.has('StatusHistory'), names.has('Role'), names.has('User')]).toEqual([
        true,
        true,
        false,
        false,
      ]);
      expect(new Set((await entries('ada.admin', undefined)).map(({ EntityName }) => EntityName)).has('Role')).toBe(
        true,
      );
    });

    it('with a grant a user sees what is his: Own, Team, None of each entity', async () => {
      await grant('SalesRep', 'All');
      await grant('SalesManager', 'All');
      const mine = await entries('nina.north', where('EntityName', 3, 'Customer'));
      expect(new Set(mine.map(({ OwnerId }) => OwnerId))).toEqual(new Set([USER.nina]));
      expect(mine.map(({ RecordId }) => RecordId)).toEqual(
        expect.arrayContaining([CUSTOMER.alpenmarkt, CUSTOMER.bistro]),
      );
      const team = await entries('mona.manager', where('EntityName', 3, 'Customer'));
      expect(new Set(team.map(({ OwnerId }) => OwnerId))).toEqual(new Set([USER.nina, USER.nils]));
      expect(await entries('nina.north', where('EntityName', 3, 'Payment'))).toEqual([]);
      expect(await entries('nina.north', where('EntityName', 3, 'RoleAccess'))).toEqual([]);
      expect(await entries('nina.north', of(REGION.north))).toHaveLength(1);
    });

    it('of a record he lost he keeps what was his; neither the change that took it nor what came after', async () => {
      const { Id } = (await nina().insert('Note', { Subject: 'mine' })).body.Result;
      const to = async (OwnerId: string): Promise<Answer> => ada().update('Note', { OwnerId }, where('Id', 3, Id));
      await to(USER.sara);
      await ada().update('Note', { Subject: 'secret' }, where('Id', 3, Id));
      expect((await entries('nina.north', of(Id))).map(({ Operation }) => Operation)).toEqual(['Create']);
      expect((await entries('sara.south', of(Id))).map(({ RowVersion }) => RowVersion)).toEqual([3]);
      expect((await entries('ada.admin', of(Id))).map(({ RowVersion }) => RowVersion)).toEqual([1, 2, 3]);
      const total = await nina().select('AuditEntry', { WhereClause: of(Id), Pager: { PageNumber: 1, PageSize: 1 } });
      expect(total.body.TotalRecords).toBe(1);
    });

    it('another tenant’s log is not there, whatever is asked', async () => {
      const bob = app.as('bob.bay', SOUTHBAY);
      for (const clause of [
        of(CUSTOMER.alpenmarkt),
        of(ORDER.o1),
        where('UserId', 3, USER.nina),
        where('RecordId', 'IN', [NOTE.n1, INVOICE.i4]),
      ]) {
        expect((await bob.select('AuditEntry', { WhereClause: clause })).body.Result).toEqual([]);
      }
      const { body } = await bob.select('AuditEntry', { SelectedFields: ['EnvironmentId'] });
      expect(new Set(body.Result.map((row: Entry) => row.EnvironmentId)).size).toBe(1);
    });

    it('changes of an entity that is gone are for Administrators', async () => {
      const id = 'b0000000-0000-4000-8000-000000000001';
      await app.query(
        `INSERT INTO platform.change SELECT (c).* FROM (SELECT jsonb_populate_record(c, jsonb_build_object('entity', 'Gone', 'record_id', $1::text, 'position', nextval('platform.change_position'))) AS c
         FROM platform.change c WHERE entity = 'Customer' AND record_id = $2) s LIMIT 1`,
        [id, CUSTOMER.alpenmarkt],
      );
      expect((await entries('ada.admin', of(id))).map(({ EntityName }) => EntityName)).toEqual(['Gone']);
      expect(await entries('otto.audit', of(id))).toEqual([]);
    });
  });

  it('nobody writes it', async () => {
    await refused(app, () => ada().insert('AuditEntry', { EntityName: 'Note' }), 400, 'Validation');
    await refused(app, () => ada().update('AuditEntry', { Source: 'x' }, of(NOTE.n1)), 400, 'Validation');
    await refused(app, () => ada().delete('AuditEntry', of(NOTE.n1)), 400, 'Validation');
    await refused(app, () => nina().delete('AuditEntry', of(NOTE.n1)), 403, 'ScopeNone');
  });

  it('has no table, and does not hold on to the users it names', async () => {
    const tables = await app.query('SELECT FROM pg_tables WHERE tablename = $1', ['AuditEntry']);
    expect(tables).toEqual([]);
    const { Id } = (await ada().insert('User', { UserName: 'short.lived', DisplayName: 'S' })).body.Result;
    expect((await ada().delete('User', where('Id', 3, Id))).status).toBe(200);
  });
});
