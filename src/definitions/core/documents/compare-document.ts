import type { Field } from '#core/catalogue/field.js';
import { isSameValue } from './canonical-value.js';
import type { Faults } from '#core/errors.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { DefinitionDifference } from './definition-difference.js';
import { FILE_KINDS, type FileKind } from './file-kinds.js';
import { fileMembers, SEQUENCE, type FileMember } from './file-members.js';
import { matchDefinitions, type MatchedDefinition } from './match-definitions.js';
import { gathered, mapped, type Steps } from '#core/steps.js';
import { DefinitionNames } from './definition-names.js';
import type { GivenDefinition } from './read-document.js';
import type { EnvironmentDefinitions } from './environment-definitions.js';

/** A document and the environment that it is compared with. */
export interface DocumentComparison {
  readonly stored: EnvironmentDefinitions;
  /** Definitions of the document by the entity of their kind. */
  readonly given: ReadonlyMap<string, readonly GivenDefinition[]>;
  /** True: deletes what the document lacks. */
  readonly prune: boolean;
  /** Returns the id of a new definition that has none, by its kind and name. */
  readonly newId: (name: string) => string;
}

/**
 * Finds what would have to change for an environment to be as a document says, in the order of storing; deletes come
 * last, parts before the definitions that they belong to. Faults of the document in combination go to `faults`.
 */
export function* compareDocument(
  comparison: DocumentComparison,
  faults: Faults,
): Steps<readonly DefinitionDifference[]> {
  const compared = new ComparedDocument(comparison, faults);
  const changes: DefinitionDifference[] = [];
  for (const kind of FILE_KINDS) for (const change of yield* compared.changesOf(kind)) changes.push(change);
  if (comparison.prune)
    for (const kind of FILE_KINDS.toReversed()) for (const gone of yield* compared.deletesOf(kind)) changes.push(gone);
  return changes;
}

/** Member of triggers with ids of workflows, which may be in any letter case. */
const IDS = 'WorkflowIds';

const inOneCase = ({ name }: Field, value: JsonValue): JsonValue =>
  name === IDS && isArray(value) ? value.map((id) => (typeof id === 'string' ? id.toLowerCase() : id)) : value;

/** Maximum number of unknown names in a document for which a known one is proposed. */
const MAX_PROPOSALS = 10;

/** State of a comparison; kinds are compared in storing order. */
class ComparedDocument {
  readonly #names: DefinitionNames;
  /** Ids of the environment by kind and id of the document, where they differ. */
  readonly #translated = new Map<string, string>();
  /** Ids that the document holds, by the entity of their kind. */
  readonly #held = new Map<string, ReadonlySet<string>>();
  readonly #matched = new Map<GivenDefinition, MatchedDefinition>();
  #proposals = 0;

  constructor(
    private readonly comparison: DocumentComparison,
    private readonly faults: Faults,
  ) {
    this.#names = new DefinitionNames(comparison.stored);
  }

  *changesOf(kind: FileKind): Steps<readonly DefinitionDifference[]> {
    const { stored, prune } = this.comparison;
    const matched = yield* matchDefinitions(
      { ...this.comparison, kind, matched: this.#matched, resolve: (given) => this.#resolved(given, undefined) },
      this.faults,
    );
    const held = new Set(matched.map(({ id }) => id));
    this.#held.set(kind.entity, held);
    for (const each of matched) {
      this.#matched.set(each.given, each);
      if (each.given.id !== undefined && each.given.id !== each.id) this.#translated.set(each.given.id, each.id);
    }
    yield* this.#names.add(kind, matched, (id, isSystem) => isSystem || !(prune || held.has(id)));
    const members = fileMembers(stored.catalogue, kind);
    return yield* gathered(matched, (each) => [this.#changeOf(each, members)].filter((change) => change !== undefined));
  }

  deletesOf(kind: FileKind): Steps<readonly DefinitionDifference[]> {
    const { stored } = this.comparison;
    const held = this.#held.get(kind.entity)!;
    const gone = stored.all(kind).filter(({ id, isSystem }) => !isSystem && !held.has(id));
    return mapped(gone, (old) => ({
      kind,
      action: 'Delete',
      id: old.id,
      label: stored.label(kind, old),
      ...(old.parentId !== undefined && { parentId: old.parentId }),
      members: [],
      values: new Map(),
      old,
    }));
  }

  #changeOf({ given, id, old }: MatchedDefinition, members: readonly FileMember[]): DefinitionDifference | undefined {
    if (given.isExtension) return undefined;
    const targets = this.#resolved(given, this.faults);
    const wanted = (member: FileMember): JsonValue => this.#wanted(given, member, targets);
    const differing = members.filter((member) => {
      const { field } = member;
      // A new record takes the defaults by itself, and null means the default.
      const current = old?.values.get(field.name) ?? field.default;
      return !isSameValue(field, inOneCase(field, wanted(member)), inOneCase(field, current ?? null));
    });
    if (old && differing.length === 0) return undefined;
    if (old) this.#refuseImmutable(given, differing);
    const { kind, path, label, parent } = given;
    const parentId = parent && this.#matched.get(parent)?.id;
    return {
      kind,
      action: old ? 'Update' : 'Create',
      id,
      label,
      path,
      ...(parentId !== undefined && { parentId }),
      members: differing.map(({ name }) => name).filter((name) => old !== undefined || name !== SEQUENCE),
      values: new Map(differing.map((member) => [member.field.name, wanted(member)])),
      ...(old && { old }),
    };
  }

  #wanted(
    given: GivenDefinition,
    { field, reference }: FileMember,
    targets: ReadonlyMap<string, string | null>,
  ): JsonValue {
    if (reference) return targets.get(field.name) ?? null;
    const value = given.values.get(field.name) ?? null;
    return field.name === IDS && isArray(value) ? value.map((id) => this.#translate(id)) : value;
  }

  #translate(id: JsonValue): JsonValue {
    return typeof id === 'string' ? (this.#translated.get(id.toLowerCase()) ?? id) : id;
  }

  /** Finds the targets of a definition's references by the names of their fields. */
  #resolved(given: GivenDefinition, faults: Faults | undefined): ReadonlyMap<string, string | null> {
    const parentId = given.parent && this.#matched.get(given.parent)?.id;
    return new Map(
      given.references.map(({ reference, name }) => {
        if (name === undefined) return [reference.field, null];
        const names = this.#names.of(reference.entity, reference.isSibling ? parentId : undefined);
        const id = names.get(name.toLowerCase());
        if (id === undefined && faults) {
          const message = `There is no ${reference.entity} '${shortened(name)}'.${this.#proposal(name, names)}`;
          faults.add('Validation', message, { path: `${given.path}.${reference.member}` });
        }
        return [reference.field, id ?? null];
      }),
    );
  }

  /** Looks for the name that is meant, as often as a reader of the faults needs it: each look compares all names. */
  #proposal(name: string, names: ReadonlyMap<string, string>): string {
    return ++this.#proposals > MAX_PROPOSALS ? '' : didYouMean(name, names.keys());
  }

  #refuseImmutable({ path, kind }: GivenDefinition, differing: readonly FileMember[]): void {
    for (const { name } of differing.filter(({ field }) => field.immutable)) {
      const message = `${name} of a ${kind.entity} is written once; a definition with another ${name} needs another Id.`;
      this.faults.add('FieldRule', message, { path: `${path}.${name}`, params: { Rule: 'Immutable' } });
    }
  }
}
