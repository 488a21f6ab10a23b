import { readSettings } from '../../../../src/platform/catalogue/environment.repository.js';

const DEFAULTS = { timeZone: 'UTC', insertResult: 'Record', errorsAsHttp200: false };

it.each<[string, object]>([
  ['{}', {}],
  ['{"TimeZone":"Europe/Berlin"}', { timeZone: 'Europe/Berlin' }],
  ['{"TimeZone":"Mars/Olympus"}', {}],
  ['{"TimeZone":5}', {}],
  ['{"InsertResult":"Id"}', { insertResult: 'Id' }],
  ['{"InsertResult":"id"}', {}],
  ['{"ErrorsAsHttp200":true}', { errorsAsHttp200: true }],
  ['{"ErrorsAsHttp200":"true"}', {}],
])('the settings %s: what is none or out of range stays at its default', (json, settings) => {
  expect(readSettings(json)).toEqual({ ...DEFAULTS, ...settings });
});
