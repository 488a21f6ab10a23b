import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { Definition } from './definition.js';

/** Texts for people about a definition, in one language. */
export interface Wording {
  readonly label?: string;
  /** Of an entity. */
  readonly pluralLabel?: string;
  readonly help?: string;
}

/** Texts for people about a definition: its own ones, and those in other languages by their tags in lower case. */
export interface Labels {
  readonly own: Wording;
  readonly languages: ReadonlyMap<string, Wording>;
}

/** Languages in which a caller reads, the preferred one first. */
export interface Languages {
  /** Language tags in lower case. */
  readonly tags: readonly string[];
  /** Language of the texts that definitions have outside of `Labels`, in lower case. */
  readonly own: string;
}

/** Member of a definition that is its label; that of an enum value is `Text`. */
export type LabelMember = 'Label' | 'Text';

/** Most languages of a definition. */
export const MAX_LANGUAGES = 50;
/** Maximum lengths in characters. */
export const MAX_LABEL_LENGTH = 255;
export const MAX_HELP_LENGTH = 2_000;

/** Reads the labels of a definition; undefined where it has none. */
export function labelsOf(definition: Definition, member: LabelMember = 'Label'): Labels | undefined {
  const given = definition.value('Labels');
  const own = wordingOf(definition, member);
  const languages = Object.entries(isObject(given) ? given : {}).map(
    ([tag, texts]) => [tag.toLowerCase(), wordingOf(new Definition(objectOf(texts)), member)] as const,
  );
  return Object.keys(own).length + languages.length === 0 ? undefined : { own, languages: new Map(languages) };
}

/** Builds the member `labels` of a part of a catalogue, where its definition has labels. */
export function labelled(definition: Definition): { readonly labels?: Labels } {
  const labels = labelsOf(definition);
  return labels ? { labels } : {};
}

const objectOf = (json: JsonValue): JsonObject => (isObject(json) ? json : {});

function wordingOf(definition: Definition, member: LabelMember): Wording {
  const [label, pluralLabel, help] = [member, 'PluralLabel', 'Help'].map((name) => definition.text(name));
  return {
    ...(label !== undefined && { label }),
    ...(pluralLabel !== undefined && { pluralLabel }),
    ...(help !== undefined && { help }),
  };
}

/** Texts in the first of the languages that there is, completed by the definition's own ones. */
export function wordingIn({ own, languages }: Labels, { tags, own: ownTag }: Languages): Wording {
  for (const tag of tags) {
    const found = languages.get(tag);
    if (found) return { ...own, ...found };
    if (ownTag === tag || ownTag.startsWith(`${tag}-`)) return own;
  }
  return own;
}

/** Members of a description with the texts that there are: `Label`, `PluralLabel`, `Help`. */
export function describeLabels(labels: Labels | undefined, languages: Languages): JsonObject {
  if (!labels) return {};
  const { label, pluralLabel, help } = wordingIn(labels, languages);
  return {
    ...(label !== undefined && { Label: label }),
    ...(pluralLabel !== undefined && { PluralLabel: pluralLabel }),
    ...(help !== undefined && { Help: help }),
  };
}

/** Label of a definition, by default its name. */
export const labelIn = (labels: Labels | undefined, languages: Languages, name: string): string =>
  (labels && wordingIn(labels, languages).label) ?? name;
