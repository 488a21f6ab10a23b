import { BuiltParts } from '#core/built-parts.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { gathered, type Steps } from '#core/steps.js';
import type { DefinitionProblem } from './definition-problem.js';

/** Members of a catalogue that a check reads as a whole, beside the entities that it finds by their names. */
const WHOLES = ['entities', 'access', 'organisation', 'automation'] as const;
type Whole = (typeof WHOLES)[number];

/** Notes what a check reads of a catalogue. */
class CatalogueReads {
  readonly #found = new Map<string, Entity | undefined>();
  readonly #wholes = new Map<Whole, unknown>();

  /** The catalogue, of which every read is noted. */
  noting(catalogue: Catalogue): Catalogue {
    const find = (name: string): Entity | undefined => {
      const entity = catalogue.find(name);
      this.#found.set(name.toLowerCase(), entity);
      return entity;
    };
    const whole = (name: Whole): PropertyDescriptor => ({
      get: () => {
        this.#wholes.set(name, catalogue[name]);
        return catalogue[name];
      },
    });
    const members = Object.fromEntries(WHOLES.map((name) => [name, whole(name)]));
    return Object.create(catalogue, { ...members, find: { value: find } }) as Catalogue;
  }

  /** Tells whether the same reads of a catalogue find the same objects. */
  areSame(catalogue: Catalogue): boolean {
    for (const [name, entity] of this.#found) if (catalogue.find(name) !== entity) return false;
    for (const [name, whole] of this.#wholes) if (catalogue[name] !== whole) return false;
    return true;
  }
}

/** Problems of a definition at its last check. */
interface Kept {
  last?: { readonly reads: CatalogueReads; readonly problems: readonly DefinitionProblem[] };
}

/** Stands for all checks where something is kept for them. */
const CHECKS = {};

/**
 * Checks definitions whose problems can have changed: those that are other objects than at the last check, and those for
 * which something that their check has read is another one. All others have the problems of before.
 */
export class SelectiveCheck {
  /** @param parts of the definitions that the catalogue is built from, which keep the problems */
  constructor(
    private readonly ctx: RequestContext,
    private readonly parts: BuiltParts = new BuiltParts(),
  ) {}

  /**
   * Finds the problems of definitions, one in each step.
   * @param name of the check
   * @param others what it reads beside the definition and the catalogue
   * @param find reads the catalogue of the context that it is given
   */
  of<Checked extends object>(
    name: string,
    definitions: Iterable<Checked>,
    others: readonly unknown[],
    find: (ctx: RequestContext, definition: Checked) => Iterable<DefinitionProblem>,
  ): Steps<DefinitionProblem[]> {
    // One object stands for all others, so that they are compared once.
    const sources = [this.ctx.catalogue.environment, this.parts.of(`sources ${name}`, CHECKS, others, () => ({}))];
    return gathered(definitions, (definition) => {
      const kept = this.parts.of<Kept>(`problems ${name}`, definition, sources, () => ({}));
      return this.#problems(kept, (ctx) => find(ctx, definition));
    });
  }

  #problems(kept: Kept, find: (ctx: RequestContext) => Iterable<DefinitionProblem>): readonly DefinitionProblem[] {
    const { catalogue } = this.ctx;
    if (kept.last?.reads.areSame(catalogue)) return kept.last.problems;
    const reads = new CatalogueReads();
    const problems = [...find({ ...this.ctx, catalogue: reads.noting(catalogue) })];
    kept.last = { reads, problems };
    return problems;
  }
}
