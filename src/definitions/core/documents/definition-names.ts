import { type Steps, visited } from '#core/steps.js';
import type { FileKind } from './file-kinds.js';
import type { MatchedDefinition } from './match-definitions.js';
import type { EnvironmentDefinitions } from './environment-definitions.js';

/** Member by which others name a definition. */
const nameMember = ({ entity }: FileKind): string => (entity === 'Entity' ? 'EntityName' : 'Name');

type Names = ReadonlyMap<string, string>;

const NONE: Names = new Map();

/** Ids of the definitions that a document may name: its own, and those of the environment that stay. */
export class DefinitionNames {
  readonly #names = new Map<string, Map<string, string>>();

  constructor(private readonly stored: EnvironmentDefinitions) {}

  /** Names in lower case, with ids. @param parentId of definitions that are named among their siblings only */
  of(entity: string, parentId?: string): Names {
    return this.#names.get(`${entity} ${parentId ?? ''}`) ?? NONE;
  }

  /**
   * Adds the definitions of a kind.
   * @param isNamed tells whether a document may name a definition of the environment that it does not hold itself
   */
  *add(
    kind: FileKind,
    matched: readonly MatchedDefinition[],
    isNamed: (id: string, isSystem: boolean) => boolean,
  ): Steps<void> {
    const member = nameMember(kind);
    yield* visited(matched, ({ given, id, parentId }) => this.#set(kind, parentId, given.values.get(member), id));
    yield* visited(this.stored.all(kind), ({ id, parentId, isSystem, values }) => {
      if (isNamed(id, isSystem)) this.#set(kind, parentId, values.get(member), id);
    });
  }

  /** Adds a name; the first definition of a name has it. */
  #set({ entity }: FileKind, parentId: string | undefined, name: unknown, id: string): void {
    if (typeof name !== 'string') return;
    for (const key of new Set([`${entity} ${parentId ?? ''}`, `${entity} `])) {
      const names = this.#names.get(key) ?? new Map<string, string>();
      if (!names.has(name.toLowerCase())) this.#names.set(key, names.set(name.toLowerCase(), id));
    }
  }
}
