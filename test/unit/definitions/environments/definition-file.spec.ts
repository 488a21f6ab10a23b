import { DefinitionFile } from '#definitions/environments/definition-file.js';
import { demoEnvironment, demoFile } from '../apply/demo-file.js';

it('lists the environments of all tenants and apps', () => {
  const names = demoFile
    .environments()
    .map(({ environment: { tenantName, appName, name } }) => [tenantName, appName, name]);
  expect(names).toEqual([
    ['Northgate', 'OrderToCash', 'Development'],
    ['Northgate', 'OrderToCash', 'Production'],
    ['Northgate', 'PeopleDesk', 'Development'],
    ['Southbay', 'OrderToCash', 'Development'],
  ]);
});

it('reads the settings of an environment, with defaults', () => {
  expect(demoEnvironment('Northgate/PeopleDesk/Development')).toMatchObject({
    environment: { id: 'af774e8a-61c5-480b-8246-18fa36f7cfaa', schema: 'env_af774e8a61c5' },
    withDefinitions: false,
    deriveIds: true,
    data: undefined,
    users: ['ada.admin'],
    settings: '{}',
  });
  const [least] = new DefinitionFile(
    '{"Tenants":[{"Id":"D0","Name":"T","Apps":[{"Id":"A0","Name":"A","Environments":[{"Id":"E0","Name":"E","Settings":{"TimeZone":"Europe/Berlin"}}]}]}]}',
  ).environments();
  expect(least).toEqual({
    environment: { id: 'e0', name: 'E', appId: 'a0', appName: 'A', tenantId: 'd0', tenantName: 'T', schema: 'env_e0' },
    tenantLabel: '',
    settings: '{"TimeZone":"Europe/Berlin"}',
    withDefinitions: true,
    deriveIds: false,
    data: undefined,
  });
});

it('gives every environment a schema of its own', () => {
  const schemas = demoFile.environments().map(({ environment }) => environment.schema);
  expect(new Set(schemas).size).toBe(schemas.length);
});

it.each([
  ['a kind it has not', '{}', []],
  ['what is no list', '{"Entities": 5}', []],
  ['a list of objects', '{"Entities": [{"EntityName": "A"}, 5]}', [{ EntityName: 'A' }]],
])('refuses %s', (_, text, definitions) => {
  expect(new DefinitionFile(text).all('Entities').map((json) => ({ ...json }))).toEqual(definitions);
});

it('refuses invalid JSON with the position', () => {
  expect(() => new DefinitionFile('{"a":\n x}')).toThrow(expect.objectContaining({ code: 'MalformedJson' }));
});
