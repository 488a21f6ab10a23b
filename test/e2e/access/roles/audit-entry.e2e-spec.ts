import { CUSTOMER, customer, INVOICE, NOTE, ORDER, product, REGION, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

interface Entry {
  readonly EntityName: string;
  readonly RecordId: string;
  readonly Operation: string;
  readonly Changes: readonly { readonly FieldName: string; readonly Old: unknown; readonly New: unknown }[];
  readonly [field: string]: unknown;
}

// Requirement: R72
// See docs/interface/access.md#audit-log
describe('AuditEntry', () => {
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
  const of = (id: string): unknown => where('RecordId', 'EqualTo', id);
  const told = ({ Operation, Changes }: Entry): string =>
    `${Operation} ${Changes.map(({ FieldName, Old, New }) => `${FieldName}: ${String(Old)} → ${String(New)}`).join(', ')}`;
  /** Grants a role read access to the audit log within the scopes of its users. */
  const grant = async (role: string, Read: string): Promise<void> => {
    const RoleId = { Match: { FieldName: 'Name', Value: role } };
    expect((await ada().insert('RoleAccess', { RoleId, EntityName: 'AuditEntry', Read })).status).toBe(200);
  };

  it('records user, time, operation, old and new values, and the CorrelationId', async () => {
    const { body } = await nina().insert('Note', { Subject: 'first' });
    const { Id, RecordInformationId } = body.Result;
    const changed = await ada().update('Note', { Subject: 'second', Body: 'b' }, byId(Id));
    await nina().delete('Note', byId(Id));
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

  it('can be filtered, sorted, paged and joined like any entity', async () => {
    const { Id } = (await ada().insert('Region', { Code: 'AU', Name: 'A', CountryCode: 'AT' })).body.Result;
    for (const Name of ['B', 'C', 'D']) await ada().update('Region', { Name }, byId(Id));
    const more = {
      SelectedFields: ['RowVersion', 'UserId.DisplayName'],
      Sort: [{ FieldName: 'RowVersion', Direction: 2 }],
      Pager: { PageNumber: 1, PageSize: 2 },
    };
    const { body } = await app.as('ada.admin').select('AuditEntry', { WhereClause: of(Id), ...more });
    const [{ DisplayName }] = (await ada().select('User', { WhereClause: byId(USER.ada) })).body.Result;
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
    expect(await entries('ada.admin', byId(last.Id))).toEqual([last]);
    expect(await entries('ada.admin', where('RecordInformationId', 'EqualTo', last.RecordInformationId))).toHaveLength(
      4,
    );
  });

  it('records the records that a delete cascades to', async () => {
    const CustomerNotes = [{ Subject: 'x' }];
    const { Id } = (await ada().insert('Customer', customer({ CustomerNotes }))).body.Result;
    const { CorrelationId } = (await ada().delete('Customer', byId(Id))).body;
    const found = await entries('ada.admin', where('CorrelationId', 'EqualTo', CorrelationId));
    expect(found.map(({ EntityName, Operation }) => `${Operation} ${EntityName}`)).toEqual([
      'Delete Customer',
      'Delete Note',
    ]);
  });

  describe('read scope', () => {
    it('answers 403 for scope None on AuditEntry, as for every entity', async () => {
      await refused(app, () => app.as('fia.clerk').select('AuditEntry'), 403, 'ScopeNone');
    });

    it('shows an Auditor changes of readable records only', async () => {
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

    it('shows a user with a grant what each entity’s scope covers: Own, Team, None', async () => {
      await grant('SalesRep', 'All');
      await grant('SalesManager', 'All');
      const mine = await entries('nina.north', where('EntityName', 'EqualTo', 'Customer'));
      expect(new Set(mine.map(({ OwnerId }) => OwnerId))).toEqual(new Set([USER.nina]));
      expect(mine.map(({ RecordId }) => RecordId)).toEqual(
        expect.arrayContaining([CUSTOMER.alpenmarkt, CUSTOMER.bistro]),
      );
      const team = await entries('mona.manager', where('EntityName', 'EqualTo', 'Customer'));
      expect(new Set(team.map(({ OwnerId }) => OwnerId))).toEqual(new Set([USER.nina, USER.nils]));
      expect(await entries('nina.north', where('EntityName', 'EqualTo', 'Payment'))).toEqual([]);
      expect(await entries('nina.north', where('EntityName', 'EqualTo', 'RoleAccess'))).toEqual([]);
      expect(await entries('nina.north', of(REGION.north))).toHaveLength(1);
    });

    it('keeps earlier changes of a lost record visible, but not the change that took it or later ones', async () => {
      const { Id } = (await nina().insert('Note', { Subject: 'mine' })).body.Result;
      const to = async (OwnerId: string): Promise<Answer> => ada().update('Note', { OwnerId }, byId(Id));
      await to(USER.sara);
      await ada().update('Note', { Subject: 'secret' }, byId(Id));
      expect((await entries('nina.north', of(Id))).map(({ Operation }) => Operation)).toEqual(['Create']);
      expect((await entries('sara.south', of(Id))).map(({ RowVersion }) => RowVersion)).toEqual([3]);
      expect((await entries('ada.admin', of(Id))).map(({ RowVersion }) => RowVersion)).toEqual([1, 2, 3]);
      const total = await nina().select('AuditEntry', { WhereClause: of(Id), Pager: { PageNumber: 1, PageSize: 1 } });
      expect(total.body.TotalRecords).toBe(1);
    });

    it('never shows the log of another tenant', async () => {
      const bob = app.as('bob.bay', SOUTHBAY);
      for (const clause of [
        of(CUSTOMER.alpenmarkt),
        of(ORDER.o1),
        where('UserId', 'EqualTo', USER.nina),
        where('RecordId', 'IN', [NOTE.n1, INVOICE.i4]),
      ]) {
        expect((await bob.select('AuditEntry', { WhereClause: clause })).body.Result).toEqual([]);
      }
      const { body } = await bob.select('AuditEntry', { SelectedFields: ['EnvironmentId'] });
      expect(new Set(body.Result.map((row: Entry) => row.EnvironmentId)).size).toBe(1);
    });

    it('shows changes of dropped entities to Administrators only', async () => {
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

  it('cannot be written by any caller', async () => {
    await refused(app, () => ada().insert('AuditEntry', { EntityName: 'Note' }), 400, 'Validation');
    await refused(app, () => ada().update('AuditEntry', { Source: 'x' }, of(NOTE.n1)), 400, 'Validation');
    await refused(app, () => ada().delete('AuditEntry', of(NOTE.n1)), 400, 'Validation');
    await refused(app, () => nina().delete('AuditEntry', of(NOTE.n1)), 403, 'ScopeNone');
  });

  it('has no table, and does not block the delete of users it names', async () => {
    const tables = await app.query('SELECT FROM pg_tables WHERE tablename = $1', ['AuditEntry']);
    expect(tables).toEqual([]);
    const { Id } = (await ada().insert('User', { UserName: 'short.lived', DisplayName: 'S' })).body.Result;
    expect((await ada().delete('User', byId(Id))).status).toBe(200);
  });
});
