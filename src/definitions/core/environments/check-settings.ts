import { HUB_TIMES } from '#core/catalogue/environment.js';
import { checkHubNames } from '#core/catalogue/hub-names.js';
import { PROVISION } from '#core/catalogue/identity-mapping.js';
import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { timeZoneProblem } from '#core/time/time-zone.js';
import { languageTagProblem } from '#core/values/language-tag.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';

/** Settings of an environment and their defaults, as in a definition file (docs/definitions.md#tenants). */
export const SETTING_DEFAULTS: JsonObject = {
  TimeZone: 'UTC',
  Language: 'en',
  InsertResult: 'Record',
  ErrorsAsHttp200: false,
  AbsentValueIsNull: false,
  Provision: 'off',
  'hub.names': {},
  'hub.times': 'DateTime',
};

/**
 * Checks settings as an operator gives them; `null` is the default. Faults go to the reader.
 * @returns the settings that are given
 */
export function checkSettings(reader: ShapeReader, given: JsonValue, path: string): JsonObject {
  const settings = reader.object(given, path, Object.keys(SETTING_DEFAULTS));
  const zone = settings.optionalText('TimeZone');
  const problem = zone === undefined ? undefined : timeZoneProblem(zone);
  if (problem !== undefined) settings.fault('TimeZone', `${settings.at('TimeZone')}: ${problem}`);
  const language = settings.optionalText('Language');
  const fault = language === undefined ? undefined : languageTagProblem(language);
  if (fault !== undefined) settings.fault('Language', `${settings.at('Language')}: ${fault}`);
  checkChoice(settings, 'InsertResult', ['Record', 'Id']);
  checkFlag(settings, 'ErrorsAsHttp200');
  checkFlag(settings, 'AbsentValueIsNull');
  checkChoice(settings, 'Provision', PROVISION);
  const names = settings.value('hub.names') ?? null;
  if (names !== null) checkHubNames(reader, names, settings.at('hub.names'));
  checkChoice(settings, 'hub.times', HUB_TIMES);
  return isObject(given) ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) : {};
}

function checkChoice(settings: Members, name: string, choices: readonly string[]): void {
  const given = settings.optionalText(name);
  if (given !== undefined && !choices.includes(given))
    settings.fault(name, `${settings.at(name)} must be ${choices.join(' or ')}.`);
}

function checkFlag(settings: Members, name: string): void {
  if (settings.has(name) && typeof settings.value(name) !== 'boolean')
    settings.fault(name, `${settings.at(name)} must be true or false.`);
}
