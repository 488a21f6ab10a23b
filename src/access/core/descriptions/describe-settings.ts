import type { EnvironmentSettings } from '#core/catalogue/environment.js';
import { HUB_NAMES, type HubNames } from '#core/catalogue/hub-names.js';

/** Tells a developer in Markdown what the settings of an environment change; empty where all have their defaults. */
export function describeSettings(settings: EnvironmentSettings): string {
  const sentences = [
    settings.timeZone === 'UTC' ? '' : `\`Today\` and groups by time are in the zone ${settings.timeZone}.`,
    settings.insertResult === 'Id' ? 'Inserts answer the `Id` alone without `Prefer: return=representation`.' : '',
    settings.errorsAsHttp200 ? 'Errors answer HTTP 200 as `application/json`; `StatusCode` has the real status.' : '',
    settings.absentValueIsNull ? 'A missing `Value` is `null`.' : '',
    hubSentence(settings.hubNames),
    settings.hubTimes === 'DateTime' ? '' : `Times in MessagePack messages have the form ${settings.hubTimes}.`,
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? '' : `\n\n**This environment:** ${sentences.join(' ')}`;
}

function hubSentence(names: HubNames): string {
  const renamed = Object.entries(HUB_NAMES)
    .map(([part, standard]) => ({ standard, own: names[part as keyof HubNames] }))
    .filter(({ standard, own }) => own.name !== standard.name || own.style !== standard.style)
    .map(({ standard, own }) => {
      const style = own.style === 'List' ? 'a list of arguments' : 'one object';
      return `\`${standard.name}\` is \`${own.name}\` with ${style}`;
    });
  return renamed.length === 0 ? '' : `On the hub ${renamed.join(', ')}.`;
}
