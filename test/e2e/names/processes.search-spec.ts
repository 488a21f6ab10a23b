import { type Answer, byId, type Caller, match, TestApp, where } from '../../support/test-app.js';
import { type Kind, taken, WORDS } from './names.js';

const CRATE = 'Crate';
const OF_CRATE = { EntityId: match('EntityName', CRATE) };
/** A text that actions take for a token, so that they name what is called so by its id. */
const isToken = (name: string): boolean => name.includes('{{');
const TELL = { Name: 'Tell', Type: 'SendNotification', Message: 'x' };
const DRAFT = { WhereClause: where('Text', 'IsNULL') };

// See docs/definitions.md#names-of-definitions
describe('names of processes, people and structures', () => {
  let app: TestApp;
  let ada: Caller;
  /** Role that is copied. */
  let sourceId: string;
  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker', LOG_LEVEL: 'error' });
    ada = app.as('ada.admin');
    const Fields = ['Text', 'Key'].map((FieldName) => ({ FieldName, FieldType: 'Text' }));
    await ada.inserted('Entity', { EntityName: CRATE, Fields });
    for (const i of WORDS.keys())
      await ada.inserted('Field', {
        ...OF_CRATE,
        FieldName: `Parent${i}`,
        FieldType: 'Lookup',
        TargetId: match('EntityName', CRATE),
      });
    sourceId = await ada.inserted('Role', { Name: 'Source' });
  }, 120_000);
  afterAll(() => app?.stop());

  const post = (path: string, body: unknown): Promise<Answer> => ada.send('POST', path, body);
  /** Runs a workflow that sends a notification. */
  const notified = async (name: string, whom: object): Promise<Answer> => {
    const fields = { Name: `Tell ${name.slice(0, 150)}`, Type: 'Manual', Actions: [{ ...TELL, ...whom }] };
    return post(`/workflows/execute/${await ada.inserted('Workflow', fields)}`, {});
  };

  const KINDS: Readonly<Record<string, Kind>> = {
    'a team': {
      define: (Name) => ['Team', { Name }],
      call: (name, id) => [
        ada.insert('User', {
          UserName: `of ${name.slice(0, 90)}`,
          DisplayName: name,
          TeamMember: [{ TeamId: match('Name', name) }],
        }),
        notified(`team ${name}`, { ToTeam: isToken(name) ? id : name }),
      ],
    },
    'a role': {
      define: (Name) => ['Role', { Name }],
      call: (name, id) => [
        notified(`role ${name}`, { ToRole: isToken(name) ? id : name }),
        post('/access/clone-role', { SourceRoleId: sourceId, TargetRoleId: id }),
      ],
    },
    'a permission': {
      define: (Name) => ['Permission', { Name }],
      call: (name) => [
        ada.insert('Workflow', {
          Name: `With ${name.slice(0, 150)}`,
          Type: 'Manual',
          Actions: [{ ...TELL, ToUser: 'ada.admin' }],
          RequiredPermission: name,
        }),
      ],
    },
    'a hook': {
      define: (Name) => [
        'Hook',
        { ...OF_CRATE, Name, Events: ['BeforeInsert'], RejectWhen: where('Text', 'EqualTo', 'never'), Message: 'No.' },
      ],
      call: () => [ada.insert(CRATE, { Text: 'x' })],
    },
    'an index': {
      define: (Name, i) => [
        'Index',
        { ...OF_CRATE, Name, Fields: [{ FieldName: 'Text' }], WhereClause: where('Key', 'EqualTo', `${i}`) },
      ],
      // An entity has few indexes.
      call: (_, id) => [ada.delete('Index', byId(id))],
    },
    'a relation': {
      names: WORDS,
      define: (Name, i) => [
        'Relation',
        {
          Name,
          ParentEntityId: match('EntityName', CRATE),
          ChildEntityId: match('EntityName', CRATE),
          ChildField: `Parent${i}`,
        },
      ],
    },
    'an action': {
      names: WORDS,
      define: (Name, i) => [
        'Workflow',
        {
          Name: `Action ${i}`,
          Type: 'Manual',
          Actions: [
            { Name, Type: 'GenerateFile', Format: 'Text', FileName: 'a.txt', Text: 'x' },
            { Name: 'Zip', Type: 'Zip', FileName: 'a.zip', Files: [Name] },
          ],
        },
      ],
      call: (_, id) => [post(`/workflows/execute/${id}`, {})],
    },
    'a trigger': {
      define: (Name) => [
        'Trigger',
        {
          Name,
          EntityName: CRATE,
          TriggerType: 'EventBased',
          TriggerEvent: 'Created',
          ...DRAFT,
          Notifications: [{ ToUser: 'ada.admin', Message: Name.replaceAll('{', '') || 'x' }],
        },
      ],
    },
    'an approval process and its step': {
      define: (Name) => [
        'ApprovalProcess',
        {
          Name,
          EntityName: CRATE,
          StartMode: 'Manual',
          StartCriteria: where('Key', 'EqualTo', Name),
          Steps: [{ Sequence: 1, Name, Approvers: { Users: ['ada.admin'] } }],
        },
      ],
    },
  };

  it.each(Object.keys(KINDS).map((kind) => [kind]))(
    '%s with any name works in its routes, or is refused',
    async (kind) => {
      await taken(ada, KINDS[kind]);
    },
    300_000,
  );
});
