import type { RequestContext } from '#core/context/context.js';
import { literalOf } from '#core/criteria/operand.js';
import type { SelectPlan } from '#queries/core/select/select-plan.js';
import { Args, type Literal } from '#core/statements/args.js';
import { BodyTemplate } from './body-template.js';

/** Filters of the query itself, whose order in the body is that of their values. */
const OWN_FILTER = /^WhereClause\.Filters\[\d+\]$/;

/** Plan whose type names every member, so that none is forgotten where they are listed. */
type AllMembers = { readonly [Member in keyof Required<SelectPlan>]: SelectPlan[Member] };

/** Plan of a query, and lines for the answer's `Log`. */
export interface PlannedQuery {
  readonly plan: SelectPlan;
  readonly log: readonly string[];
}

/**
 * A query that was planned before. It plans bodies that differ only in the texts of filters, for callers with the same
 * rights and definitions: such bodies have the same plan with other values.
 */
export class KnownQuery {
  private constructor(
    readonly template: BodyTemplate,
    private readonly literals: readonly Literal[],
    /** Values of the body that are part of the template, by their position. */
    private readonly values: readonly unknown[],
    private readonly plan: Omit<SelectPlan, 'args' | 'reader'>,
    private readonly log: readonly string[],
  ) {}

  /**
   * Learns from a planned body.
   * @returns `undefined` where a text of the body is more than the value of one filter, such as a list, or where a value
   *   follows from the caller or the time.
   */
  static of(json: string, { plan, log }: PlannedQuery): KnownQuery | undefined {
    const split = BodyTemplate.of(json);
    const { args, reader: _, ...rest } = plan;
    const literals = args.literals.filter(({ given }) => typeof given === 'string');
    if (args.hasGlobals || split?.texts.length !== literals.length) return undefined;
    const isPlain = literals.every(({ given, at }, i) => given === split.texts[i] && OWN_FILTER.test(at));
    return isPlain ? new KnownQuery(split.template, literals, args.values.slice(), rest, log) : undefined;
  }

  /** Plans a body. @returns `undefined` unless the body matches and each value is of the same type as the one before. */
  planFor(ctx: RequestContext, json: string): PlannedQuery | undefined {
    const texts = this.template.match(json);
    if (texts === undefined) return undefined;
    const args = new Args(ctx);
    for (let i = args.values.length; i < this.values.length; i++) args.values.push(this.values[i]);
    for (const [i, { index, type, field, operator }] of this.literals.entries()) {
      const bound = literalOf(field, operator, texts[i]);
      if ('expected' in bound || bound.type !== type) return undefined;
      args.values[index] = bound.value;
    }
    return { plan: this.#planWith(ctx, args), log: this.log };
  }

  /** Builds the plan member by member: a spread takes longer than all the rest of planning. */
  #planWith(ctx: RequestContext, args: Args): AllMembers {
    const { plan } = this;
    return {
      key: plan.key,
      origin: this,
      reader: { ctx, rights: 'caller' },
      args,
      entity: plan.entity,
      fields: plan.fields,
      includes: plan.includes,
      loadLookUpValues: plan.loadLookUpValues,
      loadRecordInfo: plan.loadRecordInfo,
      rows: plan.rows,
      where: plan.where,
      search: plan.search,
      grouping: plan.grouping,
      sort: plan.sort,
      page: plan.page,
    };
  }
}
