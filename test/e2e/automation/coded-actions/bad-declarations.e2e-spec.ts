import { Module, type Type } from '@nestjs/common';
import { type ActionOptions, WorkflowAction } from '#automation/index.js';
import { createApp } from '#app.js';
import type { Row } from '../../../support/test-app.js';
import { testConfig } from '../../../support/test-config.js';
import { createTestDatabase } from '../../../support/test-database.js';

const SCHEMA = { type: 'object', properties: { Text: { type: 'string' } } };
const actionOf = (name: string, options: Row, members: object = { run: () => null }): Type => {
  const Named = {
    [name]: class {
      readonly label = name;
    },
  }[name];
  Object.assign(Named.prototype, members);
  WorkflowAction({ input: SCHEMA, output: SCHEMA, ...options } as unknown as ActionOptions)(Named);
  return Named;
};

@Module({})
class PluginModule {}

it('lists all faults of all actions, and does not start', async () => {
  const providers = [
    actionOf('Fine', { type: 'Print' }),
    actionOf('Twice', { type: 'Print' }),
    actionOf('Small', { type: 'print' }),
    actionOf('Ours', { type: 'HttpCall' }),
    actionOf('Idle', { type: 'Idle' }, {}),
    actionOf('Slow', { type: 'Slow', timeoutMs: 1e9 }),
    actionOf('None', { type: 'None', input: undefined, output: [] }),
    actionOf('Wrong', { type: 'Wrong', input: { type: 'text' } }),
    actionOf('Misspelt', { type: 'Misspelt', output: { propertis: {} } }),
    actionOf('Refers', { type: 'Refers', input: { properties: { $ref: SCHEMA, A: { $ref: '#/x' } } } }),
  ];
  Module({ providers })(PluginModule);
  const database = await createTestDatabase();
  const app = await createApp(testConfig(database.url), [PluginModule]);
  const refusal = await app.init().then(
    () => 'started',
    ({ message }: Error) => message,
  );
  await app.close();
  await database.drop();
  expect(refusal.split('\n')).toEqual([
    'Bad actions:',
    '- Twice has the action Print, as another class has. Rename it.',
    '- Small has an action of the type print, which must be a capital, then letters and digits, at most 63.',
    '- Ours has the action HttpCall, which is an action of the service. Rename it.',
    '- Idle has the action Idle, whose class has no method run.',
    '- Slow has the action Slow, whose timeoutMs must be a whole number from 1 to 3600000.',
    '- None has the action None, whose input is no JSON schema: it must be an object, such as {"type": "object", "properties": {}}.',
    '- None has the action None, whose output is no JSON schema: it must be an object, such as {"type": "object", "properties": {}}.',
    expect.stringMatching(
      /^- Wrong has the action Wrong, whose input is no JSON schema: schema is invalid: data\/type must be/,
    ),
    '- Misspelt has the action Misspelt, whose output is no JSON schema: strict mode: unknown keyword: "propertis".',
    '- Refers has the action Refers, whose input is no JSON schema: it has $ref: write the schema out, without references.',
  ]);
});
