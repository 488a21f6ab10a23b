import { HUB_NAMES } from '#core/catalogue/hub-names.js';
import { readSettings } from '#platform/catalogue/environment.repository.js';

const DEFAULTS = {
  timeZone: 'UTC',
  language: 'en',
  insertResult: 'Record',
  errorsAsHttp200: false,
  absentValueIsNull: false,
  provision: 'off',
  hubNames: HUB_NAMES,
  hubTimes: 'DateTime',
};

it.each<[string, object]>([
  ['{}', {}],
  ['{"Language":"de-AT"}', { language: 'de-AT' }],
  ['{"Language":"de_AT"}', {}],
  ['{"Language":5}', {}],
  ['{"TimeZone":"Europe/Berlin"}', { timeZone: 'Europe/Berlin' }],
  ['{"TimeZone":"Mars/Olympus"}', {}],
  ['{"TimeZone":5}', {}],
  ['{"InsertResult":"Id"}', { insertResult: 'Id' }],
  ['{"InsertResult":"id"}', {}],
  ['{"ErrorsAsHttp200":true}', { errorsAsHttp200: true }],
  ['{"ErrorsAsHttp200":"true"}', {}],
  ['{"AbsentValueIsNull":true}', { absentValueIsNull: true }],
  ['{"AbsentValueIsNull":1}', {}],
  ['{"Provision":"create"}', { provision: 'create' }],
  ['{"Provision":"Create"}', {}],
  [
    '{"hub.names":{"EntityChanged":{"Name":"changed","Arguments":"List"},"RegisterEntity":"watch"}}',
    {
      hubNames: {
        ...HUB_NAMES,
        EntityChanged: { name: 'changed', style: 'List' },
        RegisterEntity: { name: 'watch', style: 'List' },
      },
    },
  ],
  ['{"hub.names":{"EntityChanged":"two words","RegisterEntity":5,"Other":"x"}}', {}],
  ['{"hub.names":{"EntityChanged":"REGISTERENTITY"}}', {}],
  ['{"hub.names":"EntityChanged"}', {}],
  ['{"hub.times":"Text"}', { hubTimes: 'Text' }],
  ['{"hub.times":"text"}', {}],
])('reads the settings %s, with defaults for invalid ones', (json, settings) => {
  expect(readSettings(json)).toEqual({ ...DEFAULTS, ...settings });
});
