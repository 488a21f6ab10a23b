import type { Languages } from '#core/catalogue/labels.js';
import { acceptedLanguages, lookupTags } from '#core/values/language-tag.js';
import type { RequestContext } from './context.js';

/** Languages of a call: those of its `Accept-Language`, then that of the user (docs/interface/access.md#languages). */
export function languagesOf({ acceptLanguage = '', principal, catalogue }: RequestContext): Languages {
  const ranges = [
    ...acceptedLanguages(acceptLanguage),
    ...(principal.language === undefined ? [] : [principal.language.toLowerCase()]),
  ];
  return { tags: ranges.flatMap(lookupTags), own: catalogue.environment.settings.language.toLowerCase() };
}
