import { customer, USER } from '../../../support/demo.js';
import { keyOf, told } from '../../../support/keys.js';
import { type Answer, byId, type Caller, type Row, SOUTHBAY, TestApp } from '../../../support/test-app.js';
import { ApprovalCalls } from '../../approvals/requests/approval-calls.js';
import { move, newOrder, STATUS } from '../../lifecycle/moves/statuses.js';

const history = (caller: Caller, entity: string, id: string, query = ''): Promise<Answer> =>
  caller.get(`/records/${entity}/${id}/history${query}`);

/** An entry as its kind and what it changed. */
const shortOf = ({ Kind, Operation, Changes, FromStatus, ToStatus, Decision }: Row): string => {
  if (Kind === 'Move') return `${String(FromStatus)} → ${String(ToStatus)}`;
  if (Kind === 'Approval') return String(Decision);
  const fields = (Changes as readonly Row[]).map(({ FieldName, New }) => `${String(FieldName)}=${String(New)}`);
  return Operation === 'Update' ? fields.join() : String(Operation);
};

const shorts = ({ body }: Answer): readonly string[] => body.Result.map(shortOf);

describe('history of a record', () => {
  let app: TestApp;
  const ada = () => app.as('ada.admin');
  const nina = () => app.as('nina.north');
  const rename = async (caller: Caller, id: string, ...names: readonly string[]): Promise<void> => {
    for (const Name of names) expect((await caller.update('Customer', { Name }, byId(id))).status).toBe(200);
  };
  beforeAll(async () => void (app = await TestApp.start({ ROLES: 'api,worker' })));
  afterAll(() => app.stop());

  it('lists who changed what, newest first', async () => {
    const { body: made } = await nina().insert('Customer', customer({ Name: 'First' }));
    const id = made.Result.Id as string;
    const { body: changed } = await ada().update('Customer', { Name: 'Second', Phone: '+49 1' }, byId(id));
    const { status, body } = await history(nina(), 'customer', id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ TotalRecords: null, NextCursor: null, Log: [] });
    const [update, create] = body.Result;
    expect(update).toEqual({
      Kind: 'Change',
      Operation: 'Update',
      ChangedOn: expect.stringMatching(/Z$/),
      UserId: USER.ada,
      UserName: 'ada.admin',
      DisplayName: expect.any(String),
      Source: 'API',
      CorrelationId: changed.CorrelationId,
      RowVersion: 2,
      Changes: [
        { FieldName: 'Name', Old: 'First', New: 'Second' },
        { FieldName: 'Phone', Old: null, New: '+49 1' },
      ],
      FromStatus: null,
      ToStatus: null,
      Comment: null,
      Decision: null,
    });
    expect(create).toMatchObject({ Operation: 'Create', RowVersion: 1, UserId: USER.nina });
    expect(create.Changes).toContainEqual({ FieldName: 'Name', Old: null, New: 'First' });
  });

  it('has the moves with their statuses and comments', async () => {
    const { id, recordId } = await newOrder(app);
    const body = { Comment: 'Urgent "order"' };
    expect((await move(nina(), recordId, STATUS.submitted, { body })).status).toBe(200);
    const { body: answer } = await history(nina(), 'Order', id);
    expect(answer.Result.map(({ Kind }: Row) => Kind)).toContain('Move');
    expect(answer.Result.find(({ Kind }: Row) => Kind === 'Move')).toMatchObject({
      FromStatus: 'Draft',
      ToStatus: 'Submitted',
      Comment: 'Urgent "order"',
      UserName: 'nina.north',
    });
    expect(answer.Result.at(-1)).toMatchObject({ Kind: 'Change', Operation: 'Create', FromStatus: null });
  });

  it('has the starts and decisions of approvals with their comments', async () => {
    const calls = new ApprovalCalls(app);
    const order = await calls.order('54000.00');
    await calls.decide('mona.manager', order.requestId, 'Approve', { Comment: 'Fine.' });
    const { body } = await history(nina(), 'Order', order.id);
    const approvals = body.Result.filter(({ Kind }: Row) => Kind === 'Approval');
    expect(approvals).toMatchObject([
      { Decision: 'Approve', Comment: 'Fine.', UserName: 'mona.manager', Changes: null, Operation: null },
      { Decision: 'Request', UserName: 'nina.north' },
    ]);
    for (const { RowVersion } of approvals) expect(RowVersion).toBeGreaterThanOrEqual(1);
    expect(shorts(await history(ada(), 'Order', order.id))).toEqual(body.Result.map(shortOf));
  });

  it('leaves out what was before a record came into the scope of the caller', async () => {
    const calls = new ApprovalCalls(app);
    const order = await calls.order('54000.00');
    const id = await app.as('nils.north').inserted('Customer', customer({ Name: 'Secret' }));
    await rename(app.as('nils.north'), id, 'Secret 2');
    expect((await ada().update('Customer', { OwnerId: USER.nina }, byId(id))).body.Errors).toEqual([]);
    await rename(nina(), id, 'Open');
    expect(shorts(await history(nina(), 'Customer', id))).toEqual(['Name=Open']);
    expect(shorts(await history(ada(), 'Customer', id))).toHaveLength(4);
    expect(told(await history(app.as('nils.north'), 'Customer', id))).toBe('404 NotFound');
    expect(told(await history(nina(), 'Customer', id, '?at=1'))).toBe('404 NotFound');
    expect(told(await history(nina(), 'Customer', id, '?at=2'))).toBe('404 NotFound');
    expect((await history(nina(), 'Customer', id, '?at=3')).body.Result.Name).toBe('Secret 2');
    expect((await ada().update('Order', { OwnerId: USER.nils }, byId(order.id))).status).not.toBe(500);
    const given = (await app.as('nils.north').get(`/records/Order/${order.id}`)).status === 200;
    if (given) expect(shorts(await history(app.as('nils.north'), 'Order', order.id))).not.toContain('Request');
  });

  it('answers pages by cursors', async () => {
    const id = await nina().inserted('Customer', customer({ Name: 'n0' }));
    await rename(nina(), id, 'n1', 'n2', 'n3', 'n4');
    const found: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 5; pages++) {
      const answer = await history(nina(), 'Customer', id, `?pageSize=2${cursor && `&cursor=${cursor}`}`);
      found.push(...shorts(answer));
      cursor = answer.body.NextCursor ?? '';
      if (cursor === '') break;
    }
    expect(found).toEqual(['Name=n4', 'Name=n3', 'Name=n2', 'Name=n1', 'Create']);
    const other = await nina().inserted('Customer', customer());
    const { body } = await history(nina(), 'Customer', id, '?pageSize=1');
    expect(told(await history(nina(), 'Customer', other, `?cursor=${body.NextCursor}`))).toBe('400 Validation');
    const exact = await history(nina(), 'Customer', id, '?pageSize=5');
    expect([exact.body.Result.length, exact.body.NextCursor]).toEqual([5, null]);
  });

  it('answers the record as it was in each version', async () => {
    const id = await nina().inserted('Customer', customer({ Name: 'v1', CreditLimit: '5000.10' }));
    const versions = new Map<number, Row>();
    const keep = async (): Promise<void> => {
      const { body } = await nina().get(`/records/Customer/${id}`);
      versions.set(body.Result.RowVersion, body.Result);
    };
    await keep();
    for (const fields of [{ Name: 'v2' }, { Phone: '+49 2', Segment: 'Retail' }, { Phone: null, Name: 'v4' }]) {
      await nina().update('Customer', fields, byId(id));
      await keep();
    }
    expect(versions.size).toBe(4);
    for (const [version, row] of versions) {
      const { status, body, text } = await history(nina(), 'Customer', id, `?at=${version}`);
      expect([version, status]).toEqual([version, 200]);
      expect([version, body.Result]).toEqual([version, row]);
      expect(Object.keys(body.Result)).toEqual(Object.keys(row));
      expect(text).toContain('"CreditLimit":5000.10');
      expect(body.TotalRecords).toBe(1);
    }
    expect(told(await history(nina(), 'Customer', id, '?at=5'))).toBe('404 NotFound');
  });

  it('goes on in the recycle bin for Administrators', async () => {
    const id = await nina().inserted('Note', { Subject: 'first' });
    await nina().update('Note', { Subject: 'second' }, byId(id));
    expect((await ada().delete('Note', byId(id))).status).toBe(200);
    expect(told(await history(nina(), 'Note', id))).toBe('404 NotFound');
    const found = await history(ada(), 'Note', id);
    expect(shorts(found)).toEqual(['Delete', 'Subject=second', 'Create']);
    expect((await history(ada(), 'Note', id, '?at=1')).body.Result).toMatchObject({
      Subject: 'first',
      IsDeleted: false,
    });
    expect((await history(ada(), 'Note', id, '?at=2')).body.Result).toMatchObject({ Subject: 'second' });
    expect(told(await history(ada(), 'Note', id, '?at=3'))).toBe('404 NotFound');
    expect((await ada().restore('Note', byId(id))).status).toBe(200);
    expect((await history(nina(), 'Note', id)).status).toBe(200);
    expect((await history(nina(), 'Note', id, '?at=2')).body.Result).toMatchObject({ Subject: 'second' });
  });

  it('ends where the log does not hold the changes any more', async () => {
    const id = await nina().inserted('Customer', customer({ Name: 'old' }));
    await rename(nina(), id, 'new');
    await app.query('DELETE FROM platform.change WHERE record_id = $1 AND row_version = 1', [id]);
    expect(shorts(await history(nina(), 'Customer', id))).toEqual(['Name=new']);
    expect(told(await history(nina(), 'Customer', id, '?at=1'))).toBe('404 NotFound');
    expect((await history(nina(), 'Customer', id, '?at=2')).body.Result.Name).toBe('new');
  });

  it('shows nothing of records that the caller may not read, and nothing of runs', async () => {
    const id = await nina().inserted('Customer', customer({ Name: 'seen' }));
    expect(told(await history(app.as('bob.bay', SOUTHBAY), 'Customer', id))).toBe('404 NotFound');
    expect(told(await history(app.as('sara.south'), 'Customer', id))).toBe('404 NotFound');
    expect(told(await history(app.as('tess.temp'), 'Customer', id))).toBe('403 ScopeNone');
    expect(told(await history(nina(), 'Role', id))).toBe('403 ScopeNone');
    expect(told(await history(nina(), 'User', USER.nina))).toBe('403 ScopeNone');
    const { caller } = await keyOf(app, USER.nina, { Name: 'reads notes', Entities: ['Note'] });
    expect(told(await history(caller, 'Customer', id))).toBe('403 ScopeNone');
    const workflow = await ada().inserted('Workflow', {
      Name: 'Finds regions',
      Type: 'Manual',
      AllowedRoles: ['SalesManager'],
      Tokens: [{ Name: 'Reason', Type: 'Text' }],
      Actions: [{ Name: 'Find', Type: 'RunQuery', EntityName: 'Region' }],
    });
    const Reqtokens = { Reason: 'A secret reason' };
    const mona = app.as('mona.manager');
    const run = await mona.send('POST', `/workflows/execute/${workflow}`, { Reqtokens }, { Prefer: 'wait=30' });
    expect([run.status, run.body.Errors]).toEqual([200, []]);
    // The log does not hold the changes of runs, of which rows show callers a part only.
    const { RunId } = run.body.Result;
    for (const reader of [mona, ada()]) {
      expect((await history(reader, 'WorkflowRun', RunId)).body.Result).toEqual([]);
      expect(told(await history(reader, 'WorkflowRun', RunId, '?at=1'))).toBe('404 NotFound');
    }
  });

  it.each<[path: string, expected: string]>([
    ['Custumer/{id}/history', '404 UnknownEntity'],
    ['Customer/no-uuid/history', '400 Validation'],
    ['Customer/00000000-0000-4000-8000-00000000e0a1/history', '404 NotFound'],
    ['Customer/00000000-0000-4000-8000-00000000e0a1/history?at=1', '404 NotFound'],
    ['AuditEntry/{id}/history', '400 Validation'],
    ['Customer/{id}/history?at=', '200'],
    ['Customer/{id}/history?at=0', '400 Validation'],
    ['Customer/{id}/history?at=-1', '400 Validation'],
    ['Customer/{id}/history?at=1.0', '400 Validation'],
    ['Customer/{id}/history?at=x', '400 Validation'],
    ['Customer/{id}/history?at=9223372036854775808', '400 Validation'],
    ['Customer/{id}/history?at=9223372036854775807', '404 NotFound'],
    ['Customer/{id}/history?at=1&pageSize=2', '400 Validation'],
    ['Customer/{id}/history?at=1&at=2', '400 Validation'],
    ['Customer/{id}/history?pageSize=0', '400 Validation'],
    ['Customer/{id}/history?pageSize=201', '400 Validation'],
    ['Customer/{id}/history?cursor=x', '400 Validation'],
    ['Customer/{id}/history?cursor=MSB4', '400 Validation'],
    ['Customer/{id}/history?cursr=x', '400 UnknownMember'],
    ['Customer/{id}/history?PAGESIZE=1', '200'],
  ])('answers %s with %s', async (path, expected) => {
    const id = await ada().inserted('Customer', customer());
    const answer = await ada().get(`/records/${path.replace('{id}', id)}`);
    expect(expected === '200' ? `${answer.status}` : told(answer)).toBe(expected);
  });

  it('names all faults of its parameters', async () => {
    const { body } = await ada().get('/records/AuditEntry/x/history?pageSize=0&at=x');
    const paths = body.ErrorDetails.map(({ Path }: Row) => Path);
    expect(paths.toSorted()).toEqual(['at', 'entity', 'id', 'pageSize']);
  });
});
