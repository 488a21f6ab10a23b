import { readFileSync } from 'node:fs';
import { checkDefinitionFile } from '#definitions/core/environments/check-definition-file.js';
import { DomainError } from '#core/errors.js';
import { readJson } from '#core/json/read-json.js';

type Json = Record<string, unknown>;

const TENANT = 'd0000000-0000-4000-8000-000000000001';
const APP = 'd0000000-0000-4000-8000-000000000002';
const ENVIRONMENT = 'd0000000-0000-4000-8000-000000000003';

/** A file with one environment; `of` replaces members of each part. */
const fileWith = (of: { environment?: Json; app?: Json; tenant?: Json; file?: Json }): Json => ({
  Tenants: [
    {
      Id: TENANT,
      Name: 'Acme',
      Apps: [
        { Id: APP, Name: 'Sales', Environments: [{ Id: ENVIRONMENT, Name: 'Test', ...of.environment }], ...of.app },
      ],
      ...of.tenant,
    },
  ],
  Roles: [{ Name: 'Clerk' }],
  Teams: [{ Name: 'North' }],
  Users: [{ Tenant: 'Acme', UserName: 'ann', DisplayName: 'Ann', Roles: ['Clerk'], Teams: ['North'] }],
  ...of.file,
});

function messagesOf(file: unknown): readonly string[] {
  try {
    checkDefinitionFile(readJson(JSON.stringify(file)));
    return [];
  } catch (error) {
    return (error as DomainError).faults.map(({ message }) => message);
  }
}

const PLACE = 'Tenants[0].Apps[0].Environments[0]';

it('accepts the demo, and names what it ignores', () => {
  expect(checkDefinitionFile(readJson(readFileSync('demo/order-to-cash.json', 'utf8')))).toEqual([
    "Unknown member 'DatabaseObjectsNote' was ignored.",
    "Unknown member 'SampleDataNote' was ignored.",
    "Unknown member 'IsolationDataNote' was ignored.",
  ]);
  expect(messagesOf(fileWith({}))).toEqual([]);
});

it.each<[string, unknown, readonly string[]]>([
  ['an array', [], ['The body must be an object, not an array.', 'Tenants is required and must be an array.']],
  ['a file without tenants', { Tenants: [] }, ['Tenants must not be empty.']],
  ['a misspelt member', fileWith({ file: { Entties: [] } }), ["Unknown member 'Entties', did you mean 'Entities'?"]],
  ['an unknown member of a tenant', fileWith({ tenant: { Colour: 'red' } }), ["Unknown member 'Colour'."]],
  [
    'ids that are none, and that are twice',
    fileWith({ tenant: { Id: 'X1' }, environment: { Id: APP } }),
    ["Tenants[0].Id must be a UUID, not 'x1'.", `${PLACE}.Id is the Id of another place of the file.`],
  ],
  [
    'a name that does not fit into a header',
    fileWith({ environment: { Name: 'a/b' } }),
    [`${PLACE}.Name must have 1 to 63 letters, digits, "_" and "-", and begin with a letter or digit.`],
  ],
  [
    'two environments of one name',
    fileWith({
      app: {
        Environments: [
          { Id: ENVIRONMENT, Name: 'Test' },
          { Id: 'd0000000-0000-4000-8000-000000000004', Name: 'test' },
        ],
      },
    }),
    ['Tenants[0].Apps[0].Environments[1].Name is the name of another one beside it.'],
  ],
  [
    'wrong members of an environment',
    fileWith({ environment: { Definitions: 'no', DefinitionIds: 'derived', Data: 'Rows', Users: ['bob', 5] } }),
    [
      `${PLACE}.Definitions must be true or false.`,
      `${PLACE}.DefinitionIds must be Given or Derived.`,
      `${PLACE}.Data: the file has no object 'Rows'.`,
      `${PLACE}.Users[0]: Acme has no user 'bob'.`,
      `${PLACE}.Users[1]: Acme has no user without a name.`,
    ],
  ],
  [
    'users with names that nothing bears',
    fileWith({
      file: {
        Users: [
          {
            Tenant: 'Amce',
            UserName: 'ann',
            Roles: ['Clerc'],
            Teams: ['North', 'Up'],
            PrimaryTeam: 'Nord',
            Manager: 'joe',
          },
        ],
      },
    }),
    [
      "Users[0].Tenant: the file has no 'Amce'. Did you mean 'Acme'?",
      "Users[0].PrimaryTeam: the file has no 'Nord'.",
      "Users[0].Manager: the file has no 'joe'.",
      "Users[0].Roles: the file has no 'Clerc'. Did you mean 'Clerk'?",
      "Users[0].Teams: the file has no 'Up'.",
    ],
  ],
  [
    'rows of an unknown entity or owner',
    fileWith({
      environment: { Data: 'Rows' },
      file: { Rows: { Custmer: [], User: [{ Owner: 'joe', Field: {} }, { Fields: 5 }] } },
    }),
    [
      "Unknown member 'Field', did you mean 'Fields'?",
      "Rows.Custmer: the file has no 'Custmer'.",
      "Rows.User[0].Owner: the file has no 'joe'.",
      'Rows.User[1].Fields must be an object.',
    ],
  ],
  [
    'a definition with a misspelt member',
    fileWith({ file: { Roles: [{ Nmae: 'Clerk' }], Users: [] } }),
    ["Unknown member 'Nmae', did you mean 'Name'?"],
  ],
  [
    'settings that would be ignored',
    fileWith({
      environment: {
        Settings: {
          TimeZone: 'Mars/Olympus',
          InsertResult: 'id',
          ErrorsAsHttp200: 'true',
          AbsentValueIsNul: true,
          Provision: 'on',
          'hub.names': {
            EntityChanged: 'two words',
            Notification: { Name: 'note', Arguments: 'list' },
            OperationCompleted: 'NOTE',
            Other: 'x',
          },
        },
      },
    }),
    [
      "Unknown member 'AbsentValueIsNul', did you mean 'AbsentValueIsNull'?",
      "Unknown member 'Other'.",
      `${PLACE}.Settings.TimeZone: 'Mars/Olympus' is not an IANA time zone such as Europe/Berlin or UTC.`,
      `${PLACE}.Settings.InsertResult must be Record or Id.`,
      `${PLACE}.Settings.ErrorsAsHttp200 must be true or false.`,
      `${PLACE}.Settings.Provision must be off or link or create.`,
      `${PLACE}.Settings.hub.names.EntityChanged must be a name of letters, digits, "_", "$", "." and "-".`,
      `${PLACE}.Settings.hub.names.Notification.Arguments must be List or Object.`,
      `${PLACE}.Settings.hub.names: names must differ in more than letter case.`,
    ],
  ],
])('refuses %s', (_, file, messages) => {
  expect(messagesOf(file)).toEqual(messages);
});

it('accepts all settings, and names of the hub with or without a style', () => {
  const Settings = {
    TimeZone: 'Europe/Berlin',
    InsertResult: 'Id',
    ErrorsAsHttp200: true,
    AbsentValueIsNull: null,
    Provision: 'link',
    'hub.names': { EntityChanged: 'changed', Notification: { Arguments: 'List' } },
  };
  expect(messagesOf(fileWith({ environment: { Settings } }))).toEqual([]);
});
