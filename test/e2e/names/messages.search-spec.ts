import { type Answer, byId, type Caller, match, type Row, TestApp, where } from '../../support/test-app.js';
import { INVISIBLE } from './names.js';

const UNSEEN = /(?! )[\p{C}\p{Z}\p{DI}]/u;
const CONTACT = { EntityName: 'Contact' };
const OF_CONTACT = { EntityId: match('EntityName', 'Contact') };
const inPath = encodeURIComponent;

// See docs/errors.md
describe('messages that name what has invisible characters', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker', LOG_LEVEL: 'error' });
    ada = app.as('ada.admin');
  }, 120_000);
  afterAll(() => app?.stop());

  const workflow = (Name: string, more: Row): Promise<Answer> =>
    ada.insert('Workflow', { Name, Type: 'Manual', Actions: [], ...more });
  const saved = async (entityName: string, fields: Row): Promise<string> => await ada.inserted(entityName, fields);

  it.each(INVISIBLE.map((name) => [JSON.stringify(name), name]))(
    'show them as escapes: %s',
    async (_, name) => {
      const i = INVISIBLE.indexOf(name);
      const role = await saved('Role', { Name: name });
      const permission = await saved('Permission', { Name: name });
      const query = await saved('SavedQuery', {
        ...CONTACT,
        Name: name,
        Parameters: [{ Name: name, Type: 'Text', Required: true }],
        WhereClause: where('LastName', 'EqualTo', `@${name}`),
      });
      await saved('SavedView', { Name: name, SavedQueryId: query });
      const run = await saved('Workflow', {
        Name: `${name} runs`,
        Type: 'Manual',
        Actions: [{ Name: 'Query', Type: 'RunQuery', EntityName: 'Contact' }],
        AllowedRoles: [name],
        RequiredPermission: name,
      });
      const EntityName = `Seen${i}`;
      await saved('Entity', { EntityName, Fields: [{ FieldName: 'A', FieldType: 'Enum', Values: [`a${name}`, 'B'] }] });
      const blueprint = {
        Name: name,
        EntityName,
        Statuses: [
          { Name: name, IsInitial: true },
          { Name: `${name} 2`, IsFinal: true },
        ],
        Transitions: [{ Name: name, FromStatus: name, ToStatus: `${name} 2` }],
      };
      expect((await ada.send('POST', '/blueprints', blueprint)).status).toBe(200);
      const { RecordInformationId: id } = await ada.row(EntityName, await ada.inserted(EntityName, { A: 'B' }));
      const move = (to: string): Promise<Answer> =>
        ada.send('PUT', `/status/update?recordId=${id}&nextStatusId=${inPath(to)}`);
      await move(`${name} 2`);
      const { body: exported } = await ada.get('/environment/export');
      const answers: Readonly<Record<string, Answer>> = {
        taken: await ada.insert('Role', { Name: name }),
        parameter: await ada.send('POST', `/queries/execute/${query}`, {}),
        query: await ada.send('POST', `/queries/execute/Contact/${inPath(`${name}?`)}`, {}),
        view: await ada.send('POST', `/queries/execute/${query}`, {
          SavedView: `${name}?`,
          Reqtokens: { [name]: 'x' },
        }),
        list: await ada.get(`/lists/get?listName=${inPath(name)}`),
        value: await ada.insert(EntityName, { A: `${name}?` }),
        inserted: await ada.insert(name, { A: 1 }),
        field: await ada.insert('Contact', { [name]: 1 }),
        move: await move(name),
        status: await move(`${name} 3`),
        usedRole: await ada.delete('Role', byId(role)),
        usedPermission: await ada.delete('Permission', byId(permission)),
        permission: await app.as('nina.north').send('POST', `/workflows/execute/${run}`, {}),
        action: await workflow(`${name} 2`, { Actions: [{ Name: 'x' }] }),
        role: await workflow(`${name} 2`, { AllowedRoles: [`${name}?`] }),
        sentTo: await workflow(`${name} 2`, {
          Actions: [{ Name: 'Tell', Type: 'SendNotification', ToRole: `${name}?`, Message: 'x' }],
        }),
        lifecycle: await ada.send('POST', '/blueprints', {
          ...blueprint,
          Name: `${name} 2`,
          Transitions: [{ Name: name, FromStatus: `${name} 2`, ToStatus: name }],
        }),
        second: await ada.send('POST', '/blueprints', { ...blueprint, Name: `${name} 2` }),
        repeated: await ada.send('POST', '/blueprints', {
          ...blueprint,
          Name: `${name} 2`,
          Statuses: [{ Name: name }, { Name: name }],
        }),
        process: await ada.insert('ApprovalProcess', {
          Name: name,
          EntityName,
          StartMode: 'Manual',
          Steps: [{ Name: name, Approvers: {} }],
        }),
        rule: await ada.insert('Rule', {
          ...OF_CONTACT,
          Name: name,
          Message: 'No.',
          WhereClause: where('Nope', 'EqualTo', 1),
        }),
        hook: await ada.insert('Hook', { ...OF_CONTACT, Name: name, Handler: name }),
        index: await ada.insert('Index', { ...OF_CONTACT, Name: name, Fields: [{ FieldName: name }] }),
        trigger: await ada.insert('Trigger', {
          ...CONTACT,
          Name: name,
          TriggerType: 'EventBased',
          TriggerEvent: 'Created',
          Notifications: [{ ToUser: 'x' }],
        }),
        match: await ada.insert('RoleAccess', { RoleId: match('Name', `${name}?`), ...CONTACT, Read: 'All' }),
        routine: await ada.send('POST', '/database/execute', { ObjectName: name, ObjectType: 2 }),
        plan: await ada.send('POST', '/environment/plan', {
          ...exported.Result,
          Roles: [{ Name: name, Access: [{ EntityName: name }] }, { Name: name }],
        }),
        token: await app.send('POST', '/dev/token', { UserName: name }),
        batch: await ada.batch([
          { Ref: name, Operation: 'Insert', EntityName: name, Fields: [] },
          { Ref: name, Operation: 'Insert', EntityName: 'Contact', Fields: [] },
        ]),
      };
      const taken = Object.entries(answers).filter(([, { status }]) => status < 400);
      expect(taken.map(([key, { text }]) => [key, text.slice(0, 300)])).toEqual([]);
      const unseen = Object.entries(answers).flatMap(([key, { body }]) =>
        [...body.Errors, body.detail, ...body.ErrorDetails.map(({ Message }: Row) => Message)]
          .filter((message) => UNSEEN.test(message))
          .map((message) => [key, message]),
      );
      expect(unseen).toEqual([]);
    },
    60_000,
  );
});
