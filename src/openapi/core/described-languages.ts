import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Labels, Languages } from '#core/catalogue/labels.js';
import { gathered, type Steps } from '#core/steps.js';

/** Collects the languages in which a catalogue has labels, so that all other languages of callers make no difference. */
export function* knownLanguages({ entities, automation }: Catalogue): Steps<ReadonlySet<string>> {
  const tags = yield* gathered(entities.values(), (entity) => tagsOf(labelsIn(entity)));
  const workflows = [...automation.workflows.values()].map(({ labels }) => labels);
  return new Set([...tags, ...tagsOf(workflows)]);
}

function* labelsIn({ labels, fields, lifecycle }: Entity): Generator<Labels | undefined> {
  yield labels;
  for (const field of fields.values()) {
    yield field.labels;
    for (const value of field.values) yield value.labels;
  }
  for (const status of lifecycle?.statuses.values() ?? []) yield status.labels;
}

/** Each tag once, since gathered parts are one list. */
function tagsOf(all: Iterable<Labels | undefined>): ReadonlySet<string> {
  const tags = new Set<string>();
  for (const labels of all) for (const tag of labels?.languages.keys() ?? []) tags.add(tag);
  return tags;
}

/** Leaves only the languages that a description can be in. */
export const describedIn = ({ tags, own }: Languages, known: ReadonlySet<string>): Languages => ({
  tags: [...new Set(tags)].filter((tag) => known.has(tag) || own === tag || own.startsWith(`${tag}-`)),
  own,
});
