import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { byIds } from './by-ids.js';
import { EVERYTHING } from '#core/criteria/criterion.js';
import { FieldPath } from '#core/criteria/field-path.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import type { WhereClause } from '#core/requests/where-clause.js';
import { Faults } from '#core/errors.js';
import { Args } from '#core/statements/args.js';
import type { MatchInput } from './plan-match.js';
import type { MatchOptions } from '#core/requests/write-commands.js';

/** Resolves a write's where-clause; called for every plan, because each plan adds its own values to the args. */
export type Matcher = () => MatchInput;

/** Resolves a where-clause once to collect its faults; returns a matcher that resolves it for each plan. */
export function matcherOf(
  ctx: RequestContext,
  entity: Entity,
  { where, options }: { readonly where: WhereClause | undefined; readonly options: MatchOptions },
  faults: Faults,
): Matcher {
  const resolve = (into: Faults): MatchInput => {
    const args = new Args(ctx);
    const resolution = {
      ctx,
      rights: 'caller',
      args,
      faults: into,
      nullSafeNegation: options.nullSafeNegation,
    } as const;
    const criterion = where ? resolveCriterion(resolution, entity, where) : EVERYTHING;
    return {
      criterion,
      args,
      ...(options.expectedVersion !== undefined && { expectedVersion: options.expectedVersion }),
    };
  };
  resolve(faults);
  return () => resolve(new Faults());
}

/** Returns a matcher for the records with these Ids. */
export const withIds =
  (ctx: RequestContext, entity: Entity, ids: readonly string[]): Matcher =>
  () => {
    const args = new Args(ctx);
    return { args, criterion: byIds(entity, ids, args) };
  };

/** Returns a matcher for the record with this Id. */
export const byId =
  (ctx: RequestContext, entity: Entity, id: string): Matcher =>
  () => {
    const args = new Args(ctx);
    const path = new FieldPath(entity, [], entity.fields.get('id')!);
    const operands = [args.add(id, 'uuid')];
    return { args, criterion: { kind: 'compare', path, operator: 'EqualTo', operands, orNull: false } };
  };
