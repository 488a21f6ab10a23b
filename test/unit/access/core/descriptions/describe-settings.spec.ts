import { DEFAULT_SETTINGS, type EnvironmentSettings } from '#core/catalogue/environment.js';
import { HUB_NAMES } from '#core/catalogue/hub-names.js';
import { describeSettings } from '#access/core/descriptions/describe-settings.js';

it.each<[string, Partial<EnvironmentSettings>, string]>([
  ['defaults', {}, ''],
  [
    'a time zone',
    { timeZone: 'Asia/Tokyo' },
    '\n\n**This environment:** `Today` and groups by time are in the zone Asia/Tokyo.',
  ],
  [
    'all others',
    {
      insertResult: 'Id',
      errorsAsHttp200: true,
      absentValueIsNull: true,
      hubNames: {
        ...HUB_NAMES,
        GetOperation: { name: 'outcomeOf', style: 'List' },
        EntityChanged: { name: 'EntityChanged', style: 'List' },
      },
    },
    '\n\n**This environment:** Inserts answer the `Id` alone without `Prefer: return=representation`. ' +
      'Errors answer HTTP 200 as `application/json`; `StatusCode` has the real status. A missing `Value` is `null`. ' +
      'On the hub `GetOperation` is `outcomeOf` with a list of arguments, ' +
      '`EntityChanged` is `EntityChanged` with a list of arguments.',
  ],
])('tells of %s', (_, settings, text) => {
  expect(describeSettings({ ...DEFAULT_SETTINGS, ...settings })).toBe(text);
});
