import { customer, ORDER, PRODUCT, product, REGION, ROLE, USER } from '../../../support/demo.js';
import { type Answer, byId, type Row, TestApp, where } from '../../../support/test-app.js';

const AND = (...clauses: readonly unknown[]): unknown => ({
  Filters: clauses.flatMap((clause) => (clause as { readonly Filters: readonly unknown[] }).Filters),
});

// Requirement: R72
// See docs/interface/access.md#audit-log
describe('queries on AuditEntry', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    for (const RoleId of [ROLE.salesRep, ROLE.warehouse]) {
      await ada().insert('RoleAccess', { RoleId, EntityName: 'AuditEntry', Read: 'All' });
    }
  });
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const nina = () => app.as('nina.north');
  const log = async (user: string, WhereClause: unknown, more: object = {}): Promise<readonly Row[]> => {
    const { status, body } = await app.as(user).select('AuditEntry', { WhereClause, ...more });
    expect([status, body.Errors]).toEqual([200, []]);
    return body.Result;
  };
  const by = ({ body }: Answer): unknown => where('CorrelationId', 'EqualTo', body.CorrelationId);

  describe('contains the changes of every kind of write', () => {
    const brief = (rows: readonly Row[]): readonly string[] =>
      rows.map(({ Operation, EntityName, Source }) => `${String(Operation)} ${String(EntityName)} ${String(Source)}`);
    const made = async (answer: Answer): Promise<readonly string[]> => {
      expect(answer.status).toBe(200);
      return brief(await log('ada.admin', by(answer)));
    };

    it('bulk rows and batch steps share one CorrelationId', async () => {
      const bulk = { EntityName: 'Note', Fields: ['Subject'], Values: [['a'], ['b'], ['c']] };
      expect(await made(await nina().send('POST', '/records/bulk-insert', bulk))).toEqual(
        Array(3).fill('Create Note API'),
      );
      const Fields = [{ FieldName: 'Subject', Value: 'd' }];
      const steps = ['Insert', 'Insert'].map((Operation) => ({ Operation, EntityName: 'Note', Fields }));
      expect(await made(await nina().batch(steps))).toEqual(Array(2).fill('Create Note API'));
    });

    it('an upsert is recorded as the insert or update it performed', async () => {
      const fields = { Code: 'UP', Name: 'Up', CountryCode: 'AT' };
      expect(await made(await ada().upsert('Region', ['Code'], fields))).toEqual(['Create Region API']);
      expect(await made(await ada().upsert('Region', ['Code'], { ...fields, Name: 'Down' }))).toEqual([
        'Update Region API',
      ]);
    });

    it('derived changes are recorded: owners of children and of histories, rollups of parents', async () => {
      const line = { OrderId: ORDER.o1, ProductId: PRODUCT.water, LineNumber: 77, Quantity: 1, UnitPrice: '1.00' };
      expect(await made(await ada().insert('OrderLine', line))).toEqual([
        'Create OrderLine API',
        'Update Order Rollup',
      ]);
      const moved = await ada().update('Order', { OwnerId: USER.nils }, byId(ORDER.o1));
      const rows = await made(moved);
      expect(rows[0]).toBe('Update Order API');
      expect(new Set(rows.slice(1))).toEqual(new Set(['Update OrderLine API', 'Update StatusHistory API']));
    });

    it('writes of a database routine are recorded with their caller', async () => {
      const { Id } = (await ada().insert('Product', product({ Category: 'NonFood' }))).body.Result;
      const call = {
        ObjectName: 'RepriceCategory',
        ObjectType: 1,
        Parameters: [
          { Name: 'Category', Value: 'NonFood' },
          { Name: 'Percent', Value: '10' },
        ],
      };
      const answer = await app.as('ada.admin').send('POST', '/database/execute', call);
      expect(answer.status).toBe(200);
      const rows = await log('ada.admin', AND(by(answer), where('RecordId', 'EqualTo', Id)));
      expect(rows.map(({ UserId, Source, Changes }) => [UserId, Source, Changes])).toEqual([
        [USER.ada, 'DatabaseObject', [{ FieldName: 'UnitPrice', Old: 1, New: 1.1 }]],
      ]);
    });

    it('refused writes and dry runs are not recorded', async () => {
      const dry = await nina().send('POST', '/records/insert', {
        EntityName: 'Note',
        Fields: [{ FieldName: 'Subject', Value: 'x' }],
        Options: { DryRun: true },
      });
      const refusal = await nina().insert('Note', { Subject: null });
      expect([await log('ada.admin', by(dry)), await log('ada.admin', by(refusal))]).toEqual([[], []]);
    });
  });

  it('shows the delete of a record to callers who can no longer see the record', async () => {
    const { Id } = (await nina().insert('Note', { Subject: 'short' })).body.Result;
    await nina().delete('Note', byId(Id));
    expect((await nina().select('Note', { WhereClause: byId(Id) })).body.Result).toEqual([]);
    const entries = await log('nina.north', where('RecordId', 'EqualTo', Id));
    expect(entries.map(({ Operation }) => Operation)).toEqual(['Create', 'Delete']);
    expect(await log('nils.north', where('RecordId', 'EqualTo', Id))).toEqual([]);
  });

  it('filters by entity, record, user and time, with each operator', async () => {
    const { Id, CreatedOn } = (await nina().insert('Note', { Subject: 'when' })).body.Result;
    const mine = where('RecordId', 'EqualTo', Id);
    const met = async (FieldName: string, Operator: string, Value: unknown): Promise<number> =>
      (await log('ada.admin', AND(mine, where(FieldName, Operator, Value)))).length;
    expect(await met('EntityName', 'EqualTo', 'Note')).toBe(1);
    expect(await met('EntityName', 'NotEqualTo', 'Note')).toBe(0);
    expect(await met('UserId', 'EqualTo', USER.nina)).toBe(1);
    expect(await met('UserId', 'IN', [USER.ada, USER.nils])).toBe(0);
    expect(await met('UserId.DisplayName', 'StartsWith', 'nina')).toBe(1);
    expect(await met('ChangedOn', 'Between', [CreatedOn, CreatedOn])).toBe(1);
    expect(await met('ChangedOn', 'LessThan', CreatedOn)).toBe(0);
    expect(await met('ChangedOn', 'GreaterThan', CreatedOn)).toBe(0);
  });

  describe('within the caller’s scopes', () => {
    const deny = async (call: Promise<Answer>): Promise<unknown> => {
      const { status, body } = await call;
      return [status, body.ErrorDetails?.[0]?.Code];
    };

    it('restrict counts, groups, distinct rows and aggregates', async () => {
      const seen = await log('nina.north', undefined, { Pager: { PageSize: 1000 } });
      const groups = await log('nina.north', undefined, {
        GroupBy: ['EntityName', 'Operation'],
        Aggregates: [
          { Function: 'Count', Alias: 'N' },
          { Function: 'CountDistinct', FieldName: 'RecordId', Alias: 'R' },
        ],
      });
      const expected = new Map<string, Set<unknown>>();
      for (const { EntityName, Operation, RecordId } of seen) {
        const key = `${String(EntityName)} ${String(Operation)}`;
        expected.set(key, (expected.get(key) ?? new Set()).add(RecordId));
      }
      const counted = groups.map((row) => [`${String(row.EntityName)} ${String(row.Operation)}`, row.R] as const);
      expect(new Map(counted)).toEqual(new Map([...expected].map(([key, ids]) => [key, ids.size])));
      expect(groups.reduce((sum, { N }) => sum + Number(N), 0)).toBe(seen.length);
      const { body } = await nina().select('AuditEntry', { Pager: { PageSize: 1 } });
      expect(body.TotalRecords).toBe(seen.length);
      const names = await log('nina.north', undefined, { Distinct: true, SelectedFields: ['EntityName'] });
      expect(names).toHaveLength(new Set(seen.map(({ EntityName }) => EntityName)).size);
      expect(names).not.toContainEqual({ EntityName: 'RoleAccess' });
    });

    it('restrict groups by hour, day, user and lookup', async () => {
      const groups = await log('nina.north', where('EntityName', 'EqualTo', 'Note'), {
        GroupBy: ['UserId', 'UserId.DisplayName', { FieldName: 'ChangedOn', Bucket: 'Day' }],
        Aggregates: [{ Function: 'Count' }],
        Having: where('Count', 'GreaterThan', 0),
      });
      expect(groups.map(({ UserId }) => UserId)).toContain(USER.nina);
      expect(groups.every(({ ChangedOn }) => /^\d{4}-\d\d-\d\d$/.test(String(ChangedOn)))).toBe(true);
    });

    it('restrict sub-queries like queries, in both directions', async () => {
      const changed = (EntityName: string, Operation: string) => ({
        FieldName: 'Id',
        Operator: 'ExistsIn',
        Value: {
          EntityName: 'AuditEntry',
          FieldName: 'RecordId',
          WhereClause: AND(where('EntityName', 'EqualTo', EntityName), where('Operation', 'EqualTo', Operation)),
        },
      });
      const { Id } = (await ada().insert('Region', { Code: 'SQ', Name: 'S', CountryCode: 'AT' })).body.Result;
      await ada().update('Region', { Name: 'T' }, byId(Id));
      const ids = async (user: string): Promise<readonly unknown[]> => {
        const { body } = await app
          .as(user)
          .select('Region', { WhereClause: { Filters: [changed('Region', 'Update')] } });
        return body.Result.map((row: Row) => row.Id);
      };
      expect([await ids('nina.north'), await ids('ada.admin')].map((found) => found.includes(Id))).toEqual([
        true,
        true,
      ]);
      expect(
        await deny(app.as('fia.clerk').select('Region', { WhereClause: { Filters: [changed('Region', 'Update')] } })),
      ).toEqual([403, 'ScopeNone']);
      const notes = {
        FieldName: 'RecordId',
        Operator: 'ExistsIn',
        Value: { EntityName: 'Note', FieldName: 'Id', WhereClause: where('Subject', 'EqualTo', 'd') },
      };
      expect(await log('nina.north', { Filters: [notes] })).toHaveLength(2);
      expect(await log('nils.north', { Filters: [notes] })).toHaveLength(0);
    });

    it('are narrowed further by a scope on AuditEntry itself', async () => {
      const { Id } = (
        await ada().insert('RoleAccess', { RoleId: ROLE.salesAssistant, EntityName: 'Region', Read: 'All' })
      ).body.Result;
      const { body } = await ada().insert('RoleAccess', {
        RoleId: ROLE.salesAssistant,
        EntityName: 'AuditEntry',
        Read: 'Own',
      });
      expect(await log('tess.temp', where('RecordId', 'EqualTo', REGION.north))).toEqual([]);
      await ada().update('RoleAccess', { Read: 'All' }, byId(body.Result.Id));
      expect(await log('tess.temp', where('RecordId', 'EqualTo', REGION.north))).toHaveLength(1);
      await ada().delete('RoleAccess', byId([Id, body.Result.Id]));
    });
  });

  it('shows lookups and record information like any entity, and users by their public fields only', async () => {
    const { Id } = (await nina().insert('Note', { Subject: 'look' })).body.Result;
    const [entry] = await log('nina.north', where('RecordId', 'EqualTo', Id), {
      LoadLookUpValues: true,
      LoadRecordInfo: true,
      Includes: [{ Name: 'OwnerId', SelectedFields: ['Id', 'DisplayName'] }],
    });
    const name = (entry.UserId as Row).DisplayName;
    expect(entry.UserId).toEqual({ Id: USER.nina, DisplayName: name });
    expect(entry.RecordInfo).toMatchObject({ EntityName: 'AuditEntry', OwnerId: USER.nina, OwnerName: name });
    const [hidden] = await log('nina.north', where('RecordId', 'EqualTo', Id), {
      SelectedFields: ['UserId.UserName', 'UserId.DisplayName'],
    });
    expect(hidden).toEqual({ 'UserId.UserName': null, 'UserId.DisplayName': name });
  });

  it('keeps its order over pages by number and by cursor, newest first', async () => {
    const { Id } = (await ada().insert('Customer', customer())).body.Result;
    for (let n = 1; n <= 6; n++) await ada().update('Customer', { Phone: `+43 1 000${n}` }, byId(Id));
    const Sort = [{ FieldName: 'ChangedOn', Direction: 2 }];
    const page = async (Pager: object): Promise<Answer> =>
      ada().select('AuditEntry', { WhereClause: where('RecordId', 'EqualTo', Id), Sort, Pager });
    const versions = ({ body }: Answer): readonly unknown[] => body.Result.map(({ RowVersion }: Row) => RowVersion);
    const [first, second] = [await page({ PageNumber: 1, PageSize: 3 }), await page({ PageNumber: 2, PageSize: 3 })];
    expect([versions(first), versions(second), first.body.TotalRecords]).toEqual([[7, 6, 5], [4, 3, 2], 7]);
    expect(versions(await page({ Cursor: first.body.NextCursor, PageSize: 3 }))).toEqual([4, 3, 2]);
  });

  it('answers 400 with a message in the terms of the request for invalid queries', async () => {
    const bad = async (more: object): Promise<unknown> => {
      const { status, body } = await ada().select('AuditEntry', more as Row);
      return [status, body.ErrorDetails?.[0]?.Code];
    };
    expect(await bad({ WhereClause: where('Operation', 'EqualTo', 'Created') })).toEqual([400, 'BadFilter']);
    expect(await bad({ WhereClause: where('RecordId', 'EqualTo', 'x') })).toEqual([400, 'BadFilter']);
    expect(await bad({ WhereClause: where('Change', 'EqualTo', 'x') })).toEqual([400, 'UnknownField']);
    expect(await bad({ WhereClause: where('Changes', 'Contains', 'secret') })).toEqual([400, 'BadFilter']);
    expect(await bad({ Includes: [{ Name: 'RecordId' }] })).toEqual([400, 'UnknownField']);
  });
});
