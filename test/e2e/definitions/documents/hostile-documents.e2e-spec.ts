import { type Answer, DEVELOPMENT, type Place, type Row, TestApp } from '../../../support/test-app.js';
import type { Items } from './documents.js';

const PRODUCTION: Place = { ...DEVELOPMENT, EnvironmentId: 'Production' };
const ID = '0198c000-0000-7000-8000-000000000001';
/** Time in milliseconds within which the largest documents are refused on a busy machine. */
const MAX_MS = 15_000;

let app: TestApp;
let document: Items;
let foreign: Items;
beforeAll(async () => {
  app = await TestApp.start();
  [document, foreign] = await Promise.all([PRODUCTION, DEVELOPMENT].map(exported));
});
afterAll(() => app.stop());

const call = (action: string, body: unknown): Promise<Answer> =>
  app.as('ada.admin', PRODUCTION).send('POST', `/environment/${action}`, body);
const exported = async (place: Place): Promise<Items> =>
  (await app.as('ada.admin', place).get('/environment/export')).body.Result;
const dry = (body: Row): Promise<Answer> => call('apply', { ...body, Options: { DryRun: true } });

/** Sends a document to plan and apply. @returns `Code Path` of the faults, which are equal */
async function faultsOf(body: unknown, status = 400): Promise<readonly string[]> {
  const mark = await app.mark();
  const answers = [await call('plan', body), await call('apply', body)];
  expect(answers.map((each) => each.status)).toEqual([status, status]);
  expect(await app.changes(mark)).toEqual([]);
  const [plan, apply] = answers.map(({ body: { ErrorDetails } }) =>
    ErrorDetails.map(({ Code, Path }: Row) => `${String(Code)} ${String(Path)}`),
  );
  expect(apply).toEqual(plan);
  return plan;
}

/** Lists what a dry run of an apply would change, as `Action Kind Name`. */
async function changesOf(body: Row): Promise<readonly string[]> {
  const { status, body: answer, text } = await dry(body);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return answer.Result.Changes.map(({ Action, Kind, Name }: Row) => [Action, Kind, Name].join(' '));
}

// Requirement: R227
describe('a document that is cut off or ambiguous', () => {
  it.each([0.001, 0.3, 0.7, 0.999])('is refused when it ends after %d of its length', async (part) => {
    const text = JSON.stringify(document);
    expect(await faultsOf(text.slice(0, Math.floor(text.length * part)))).toEqual(['MalformedJson undefined']);
  });

  it.each([
    ['without its last bracket', (text: string) => text.slice(0, -1)],
    ['with more after its end', (text: string) => `${text}{}`],
    ['twice in one', (text: string) => text + text],
    ['with a member that is there twice', (text: string) => text.replace('{', '{"Roles": [],')],
    ['nested without end', () => '{"Roles":'.repeat(50_000)],
  ])('is refused %s', async (_, change) => {
    expect(await faultsOf(change(JSON.stringify(document)))).toEqual(['MalformedJson undefined']);
  });

  it.each(['0', '2', '-1', '1.5', '"1"', '{}', 'true', '1e999999999'])(
    'is refused with FormatVersion %s',
    async (n) => {
      expect(await faultsOf(`{"FormatVersion": ${n}, "Roles": [{"Name": "New"}]}`)).toEqual([
        'Validation FormatVersion',
      ]);
    },
  );
});

describe('ids in a document', () => {
  it('are refused where two definitions of one kind have the same', async () => {
    const Fields = ['A', 'B'].map((FieldName) => ({ Id: ID, FieldName, FieldType: 'Text' }));
    const Roles = [
      { Id: ID, Name: 'One' },
      { Id: ID.toUpperCase(), Name: 'Two' },
    ];
    expect(await faultsOf({ Roles, Entities: [{ EntityName: 'Twin', Fields }] })).toEqual([
      'Validation Roles[1].Id',
      'Validation Entities[0].Fields[1].Id',
    ]);
  });

  it('may be the same for definitions of different kinds', async () => {
    const Roles = [{ Id: ID, Name: 'Twin' }];
    const Entities = [{ Id: ID, EntityName: 'Twin', Fields: [{ Id: ID, FieldName: 'A', FieldType: 'Text' }] }];
    expect(await changesOf({ Roles, Entities })).toEqual([
      'Create Role Twin',
      'Create Entity Twin',
      'Create Field Twin.A',
    ]);
  });

  it('of another environment, of another kind and of users reach nothing there', async () => {
    const [{ Id: userId }] = await app.query<{ Id: string }>(`SELECT "Id" FROM "${await app.schema()}"."User" LIMIT 1`);
    const ids = [foreign.Entities[0].Id, document.Entities[0].Id, userId];
    const Roles = ids.map((Id, i) => ({ Id, Name: `Stranger${i}` }));
    expect(await changesOf({ Roles })).toEqual(Roles.map(({ Name }) => `Create Role ${Name}`));
    expect([await exported(DEVELOPMENT), await exported(PRODUCTION)]).toEqual([foreign, document]);
  });

  it('of workflows that are not there are refused', async () => {
    const trigger = { Name: 'T', EntityName: 'Order', TriggerType: 'EventBased', TriggerEvent: 'Created' };
    const { status, body } = await dry({ Triggers: [{ ...trigger, WorkflowIds: [ID, 'x', 1] }] });
    const paths = body.ErrorDetails.map(({ Path }: Row) => Path);
    expect([status, paths]).toEqual([400, [0, 1, 2].map((i) => `Triggers[0].WorkflowIds[${i}]`)]);
  });
});

describe('members and names that mean something to a program', () => {
  it('are refused or named in the log, at each level', async () => {
    const Fields = [{ FieldName: 'F', FieldType: 'Text', Unknown: 1 }];
    const body = {
      Unknown: 1,
      Roles: [{ Name: 'R', Unknown: 1 }],
      Entities: [{ EntityName: 'E1', Unknown: 1, Fields }],
    };
    const { status, body: answer } = await call('plan', body);
    const named = ['Unknown', 'Roles[0].Unknown', 'Entities[0].Unknown', 'Entities[0].Fields[0].Unknown'];
    expect([status, answer.Log]).toEqual([200, named.map((path) => expect.stringContaining(`'${path}'`))]);
    const misspelt = JSON.parse(JSON.stringify(body).replaceAll('Name"', 'Nmae"')) as Row;
    expect((await faultsOf({ ...misspelt, Options: { Dryrun: true } })).toSorted()).toEqual([
      'UnknownMember Entities[0].EntityNmae',
      'UnknownMember Entities[0].Fields[0].FieldNmae',
      'UnknownMember Options.Dryrun',
      'UnknownMember Roles[0].Nmae',
    ]);
  });

  it('are texts as any other', async () => {
    const names = ['constructor', '__proto__', 'toString', '<script>alert(1)</script>', `'; DROP TABLE "Role"; --`];
    const Roles = names.map((Name) => ({ Name }));
    const RoleAccess = names.map((Role) => ({ Role, EntityName: 'Order', Read: 'Own' }));
    const changes = await changesOf({ Roles, RoleAccess });
    expect(changes.slice(0, names.length)).toEqual(names.map((name) => `Create Role ${name}`));
    expect(changes).toHaveLength(2 * names.length);
    const lost = ['hasOwnProperty', 'valueOf'].map((Role) => ({ Role, EntityName: 'Order' }));
    expect(await faultsOf({ RoleAccess: lost })).toEqual([
      'Validation RoleAccess[0].Role',
      'Validation RoleAccess[1].Role',
    ]);
  });

  it('do not reach prototypes', async () => {
    const polluted = '{"Prune": true, "Id": "x", "IsSystem": true}';
    const text = `{"__proto__": ${polluted}, "constructor": {"prototype": ${polluted}}, "Roles": [{"Name": "R", "__proto__": ${polluted}}]}`;
    const { status, body } = await call('plan', text);
    expect([status, body.Result.Changes.length, ({} as Row).Prune]).toEqual([200, 1, undefined]);
  });
});

describe('a large document', () => {
  it('of names that are nowhere is refused in time', async () => {
    const Roles = Array.from({ length: 4_000 }, (_, i) => ({ Name: `Reader of region ${i}` }));
    const RoleAccess = Roles.map((_, i) => ({ Role: `Raeder of regoin x${i}`, EntityName: 'Order' }));
    const start = performance.now();
    // The last one says that there are more.
    expect((await faultsOf({ Roles, RoleAccess })).length).toBe(1_001);
    expect(performance.now() - start).toBeLessThan(MAX_MS);
  });

  it('of twins or of wrong ids is refused with the faults that fit an answer', async () => {
    const many = (members: Row): Row => ({ Roles: Array.from({ length: 1_900 }, () => members) });
    expect(await faultsOf(many({ Name: 'Twin' }))).toHaveLength(1_001);
    expect(await faultsOf(many({ Id: 'x', Name: 'Twin' }))).toHaveLength(1_001);
  });

  it('of an entity with more fields than a table holds is refused', async () => {
    const Fields = Array.from({ length: 1_700 }, (_, i) => ({ FieldName: `F${i}`, FieldType: 'Text' }));
    const { status, body } = await dry({ Entities: [{ EntityName: 'Wide', Fields }] });
    expect({ status, message: body.ErrorDetails[0].Message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^One Entity would have 1700 definitions of the kind Field; the limit is 500\./),
    });
  });
});
