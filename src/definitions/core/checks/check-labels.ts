import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import { type LabelMember, MAX_HELP_LENGTH, MAX_LABEL_LENGTH, MAX_LANGUAGES } from '#core/catalogue/labels.js';
import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { Steps } from '#core/steps.js';
import { languageTagProblem } from '#core/values/language-tag.js';
import type { DefinitionProblem } from './definition-problem.js';
import { faultAt, isText, objectFaults, type MemberFaults } from './member-faults.js';
import type { SelectiveCheck } from './selective-check.js';

type TextMember = LabelMember | 'PluralLabel' | 'Help';

const PLAIN: readonly TextMember[] = ['Label', 'Help'];

/** Members of the texts of an entity, of which there are many. */
const OF_ENTITIES: readonly TextMember[] = ['Label', 'PluralLabel', 'Help'];

const OF_VALUES: readonly TextMember[] = ['Text', 'Help'];

/** Checks the labels of all definitions that have any. */
export function* labelProblems(check: SelectiveCheck, definitions: DefinitionSet): Steps<DefinitionProblem[]> {
  const { entities, extensions = [], relations, lifecycles, workflows, roles, uncatalogued } = definitions;
  const others = [
    ['Relation', relations],
    ['Workflow', workflows],
    ['Role', roles],
    ['SavedQuery', uncatalogued?.SavedQuery ?? []],
  ] as const;
  const found = [
    ...(yield* check.of('labels of entities', [...entities, ...extensions], [], (_, json) => problemsOfEntity(json))),
    ...(yield* check.of('labels of lifecycles', lifecycles, [], (_, json) => problemsOfLifecycle(json))),
  ];
  for (const [kind, records] of others)
    found.push(
      ...(yield* check.of(`labels of ${kind}`, records, [], (_, json) => problemsOf(kind, json, nameOf(json)))),
    );
  return found;
}

const nameOf = (json: JsonObject, member = 'Name'): string => new Definition(json).text(member) ?? '';

function* problemsOfEntity(json: JsonObject): Generator<DefinitionProblem> {
  const name = nameOf(json, 'EntityName');
  yield* problemsOf('Entity', json, name, OF_ENTITIES);
  for (const field of new Definition(json).objects('Fields'))
    yield* problemsOf('Field', field, `${name}.${nameOf(field, 'FieldName')}`);
}

function* problemsOfLifecycle(json: JsonObject): Generator<DefinitionProblem> {
  const definition = new Definition(json);
  for (const status of definition.objects('Statuses')) yield* problemsOf('Status', status, nameOf(status));
  for (const transition of definition.objects('Transitions'))
    yield* problemsOf('Transition', transition, nameOf(transition));
}

function* problemsOf(
  entityName: string,
  json: JsonObject,
  name: string,
  members: readonly TextMember[] = PLAIN,
): Generator<DefinitionProblem> {
  const about = { entityName, id: new Definition(json).text('Id') ?? name, name };
  for (const fault of [...ownFaults(json, members), ...labelsFaults(json.Labels, 'Labels', members)])
    yield { ...about, ...fault, message: `${name}: ${fault.message}` };
}

/** Fields limit the length of the definition's own texts. */
function* ownFaults(json: JsonObject, members: readonly TextMember[]): MemberFaults {
  for (const member of members)
    if (new Definition(json).text(member)?.trim() === '')
      yield faultAt(member, `${member} must not be blank; send null for no text.`);
}

/** Checks the member `Help` and `Labels` of an element of `Values`. */
export function* valueLabelFaults(value: JsonObject, path: string): MemberFaults {
  yield* textFaults(value.Help, `${path}.Help`, MAX_HELP_LENGTH);
  yield* labelsFaults(value.Labels, `${path}.Labels`, OF_VALUES);
}

/**
 * Checks texts by language.
 * @param members of the texts in one language
 */
export function* labelsFaults(json: JsonValue | undefined, path: string, members: readonly TextMember[]): MemberFaults {
  if (json === undefined || json === null) return;
  if (!isObject(json)) {
    const example = `{"de": {"${members[0]}": "…"}}`;
    return yield faultAt(path, `${path} must be an object with a member for each language, such as ${example}.`);
  }
  const tags = Object.keys(json);
  if (tags.length > MAX_LANGUAGES)
    return yield faultAt(path, `${path} has at most ${MAX_LANGUAGES} languages, not ${tags.length}.`);
  const known = new Set<string>();
  for (const tag of tags) {
    const problem = languageTagProblem(tag);
    const isRepeated = known.has(tag.toLowerCase());
    known.add(tag.toLowerCase());
    if (problem !== undefined) yield faultAt(path, `${path}: ${problem}`);
    else if (isRepeated) yield faultAt(path, `${path} has '${tag}' twice; letter case makes no difference.`);
    else yield* wordingFaults(json[tag], `${path}.${tag}`, members);
  }
}

function* wordingFaults(json: JsonValue, path: string, members: readonly TextMember[]): MemberFaults {
  yield* objectFaults(json, path, members);
  if (!isObject(json)) return;
  for (const member of members)
    yield* textFaults(json[member], `${path}.${member}`, member === 'Help' ? MAX_HELP_LENGTH : MAX_LABEL_LENGTH);
}

function* textFaults(json: JsonValue | undefined, path: string, maxLength: number): MemberFaults {
  if (json === undefined || json === null) return;
  if (!isText(json)) yield faultAt(path, 'The value must be text that is not blank.');
  else if (json.length > maxLength)
    yield faultAt(path, `The text must have at most ${maxLength} characters, not ${json.length}.`);
}
