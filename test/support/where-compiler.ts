import { criterionSql } from '#core/criteria/compile-criterion.js';
import { shapeOf, type Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import type { Resolution } from '#core/criteria/operand.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { readWhereClause } from '#core/requests/where-clause.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { resolveClauseTokens, type FindToken } from '#core/tokens/template.js';
import { Args } from '#core/statements/args.js';
import { render, sql } from '#core/sql/sql.js';
import { fixtureContext, fixtureEntity } from './fixture-catalogue.js';
import { jsonOf } from './json-of.js';

/** Resolution of a WhereClause in a test. */
export type Setting = Partial<Pick<Resolution, 'rights' | 'nullSafeNegation'>> & {
  readonly ctx?: RequestContext;
  readonly entityName?: string;
  /** Values of the tokens in the clause. */
  readonly find?: FindToken;
};

/** Reads, resolves and compiles a WhereClause. */
export interface Compiled {
  readonly criterion: Criterion;
  readonly shape: string;
  /** The condition and, behind ` FROM`, the joins it needs. */
  readonly text: string;
  /** The values that `$1…$n` stand for. */
  readonly values: readonly unknown[];
}

function resolve(
  json: unknown,
  { entityName = 'Customer', ctx = fixtureContext(), find = () => null, ...setting }: Setting,
) {
  const reader = new ShapeReader(false);
  const where = readWhereClause(reader, resolveClauseTokens(jsonOf(json), find), 'WhereClause');
  const resolution: Resolution = { ctx, rights: 'caller', args: new Args(ctx), faults: reader.faults, ...setting };
  const criterion = resolveCriterion(resolution, fixtureEntity(entityName), where);
  return { criterion, resolution, faults: reader.faults.list };
}

/** The SQL of a WhereClause without faults on rows `t`. */
export function compileWhere(json: unknown, setting: Setting = {}): Compiled {
  const { criterion, resolution, faults } = resolve(json, setting);
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
  const frame = new FromClause(resolution, fixtureEntity(setting.entityName ?? 'Customer'), 't');
  const condition = criterionSql(criterion, frame);
  const { text, slots } = render(sql`${condition}${frame.joins()}`);
  const values = slots.map((slot) => resolution.args.values[slot]);
  return { criterion, shape: shapeOf(criterion), text, values };
}

/** The faults of a WhereClause. */
export const faultsOfWhere = (json: unknown, setting: Setting = {}): readonly Fault[] => resolve(json, setting).faults;
