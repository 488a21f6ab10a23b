import { FIELDS, PUBLIC_FIELDS, type RandomField } from './random-entities.js';
import type { RandomEnvironment, OwnedRow, Row } from './random-environment.js';
import { covers, scopeOf, type User } from './organisation.js';
import { compare, matchesText, textOf, type Plain } from './value-model.js';

/** A plain or dotted field name: the entity it starts from, the names, and the last field. */
export interface Path {
  readonly entity: string;
  readonly names: readonly string[];
  readonly field: RandomField;
}

/** Values that a filter compares with, before they are written for the wire. */
export type Operand =
  | { readonly from: 'literal'; readonly values: readonly Plain[] }
  | { readonly from: 'fields'; readonly paths: readonly Path[] }
  | { readonly from: 'global'; readonly name: string; readonly value: (call: Call) => readonly Plain[] }
  | { readonly from: 'rows'; readonly path: Path; readonly where?: Clause };

export interface Filter {
  readonly path: Path;
  readonly operator: string;
  readonly operand: Operand;
}

export type Logic =
  | { readonly kind: 'filter'; readonly index: number }
  | { readonly kind: 'not'; readonly of: Logic }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Logic[] };

export interface Clause {
  readonly filters: readonly Filter[];
  readonly logic: Logic;
}

/** Caller, environment, time and null rule of a query. */
export interface Call {
  readonly env: RandomEnvironment;
  readonly user: User;
  readonly at: Date;
  readonly nullSafe: boolean;
  /** Values that each ExistsIn of the query found so far. */
  readonly found: Map<Operand, readonly Plain[]>;
}

/** SQL's three values. */
type Truth = boolean | null;

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const and = (truths: readonly Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true);
const or = (truths: readonly Truth[]): Truth => not(and(truths.map(not)));

/** True when the caller reads a record. Only Administrators read users and teams beyond their public fields. */
function isReadable({ env, user }: Call, entity: string, row: Row): boolean {
  const scope = scopeOf(env.organisation, user, entity, 'Read');
  return scope === 'All' || covers(env.organisation, user, scope, row as OwnedRow);
}

const targetOf = (entity: string, lookup: string): string =>
  FIELDS[entity].find(({ name }) => name === lookup)!.target!;

/** The value at the end of a path; a target that is not there or not readable acts as null. */
export function valueAt(call: Call, row: Row, { entity, names }: Path): Plain {
  let [holder, at]: [Row, string] = [row, entity];
  for (const [step, name] of names.slice(0, -1).entries()) {
    const target = targetOf(at, name);
    const next = call.env.rows[target].find(({ Id }) => Id === holder[name]);
    const isPublic = PUBLIC_FIELDS[target]?.includes(names[step + 1]);
    if (!next || !(isPublic || isReadable(call, target, next))) return null;
    [holder, at] = [next, target];
  }
  return holder[names.at(-1)!] ?? null;
}

/** The rows a clause is TRUE for. */
export const matching = (call: Call, entity: string, clause: Clause | undefined): readonly Row[] =>
  call.env.rows[entity].filter((row) => isReadable(call, entity, row) && (!clause || holds(call, row, clause)));

const holds = (call: Call, row: Row, { filters, logic }: Clause): boolean =>
  judge(logic, (index) => twoValued(call, row, filters[index])) === true;

function judge(logic: Logic, filter: (index: number) => Truth): Truth {
  if (logic.kind === 'filter') return filter(logic.index);
  if (logic.kind === 'not') return not(judge(logic.of, filter));
  const truths = logic.of.map((part) => judge(part, filter));
  return logic.kind === 'and' ? and(truths) : or(truths);
}

const NEGATIVE = /^Not|^NOT/;
/** The operator that a negative one denies. */
const POSITIVE: Readonly<Record<string, string>> = { NotEqualTo: 'EqualTo', NOTIN: 'IN' };
const positive = (operator: string): string => POSITIVE[operator] ?? operator.slice('Not'.length);

/** Operators that have a negation. */
const NEGATED = /^(EqualTo|IN|Contains|StartsWith|EndsWith|Between|SplitContains|ExistsIn)$/;

/**
 * A filter as NOT sees it: with the null rule, a null field is plainly no match of an operator that has a negation, unless
 * another field that it is compared with has no value either.
 */
function twoValued(call: Call, row: Row, filter: Filter): Truth {
  const { path, operator, operand } = filter;
  if (operand.from === 'fields' && operandsOf(call, row, operand).includes(null)) return null;
  const isNullTest = operator === 'EqualTo' && isNull(operand);
  if (valueAt(call, row, path) !== null || isNullTest) return test(call, row, filter);
  if (call.nullSafe) return NEGATED.test(operator) ? false : test(call, row, filter);
  return operand.from === 'rows' ? null : test(call, row, filter);
}

function test(call: Call, row: Row, { path, operator, operand }: Filter): Truth {
  const value = valueAt(call, row, path);
  if (operator === 'IsNULL') return value === null;
  if (operator === 'IsNotNULL') return value !== null;
  if (!NEGATIVE.test(operator)) return affirm(call, row, { path, operator, operand });
  const nullTest = operator === 'NotEqualTo' && isNull(operand);
  if (value === null && call.nullSafe && !nullTest) return true;
  // A null field is in no rows of another entity and, as a negative operator does not match null, not out of them.
  if (value === null && operand.from === 'rows') return false;
  return not(affirm(call, row, { path, operator: positive(operator), operand }));
}

const isNull = (operand: Operand): boolean => operand.from === 'literal' && operand.values[0] === null;

/** A positive operator. */
function affirm(call: Call, row: Row, { path, operator, operand }: Filter): Truth {
  const value = valueAt(call, row, path);
  if (operand.from === 'rows') {
    const found = foundIn(call, operand);
    return value !== null && found.some((other) => other !== null && compare[path.field.kind](value, other) === 0);
  }
  if (operator === 'EqualTo' && isNull(operand)) return value === null;
  const operands = operandsOf(call, row, operand);
  if (operator === 'IN') {
    return or(operands.filter((other) => other !== null).map((other) => related('EqualTo', path, value, other)));
  }
  if (operator === 'Between') {
    return and([
      related('GreaterThanOrEqualTo', path, value, operands[0]),
      related('LessThanOrEqualTo', path, value, operands[1]),
    ]);
  }
  if (path.field.kind === 'set') return relatedSets(operator, value, operands.flat() as readonly Plain[]);
  if (operator === 'SplitContains') return or(operands.map((part) => related('Contains', path, value, part)));
  return related(operator, path, value, operands[0]);
}

/** The values that a field has in the rows of an ExistsIn. */
function foundIn(call: Call, operand: Extract<Operand, { from: 'rows' }>): readonly Plain[] {
  const { path, where } = operand;
  const found = call.found.get(operand) ?? matching(call, path.entity, where).map((row) => valueAt(call, row, path));
  call.found.set(operand, found);
  return found;
}

function operandsOf(call: Call, row: Row, operand: Exclude<Operand, { from: 'rows' }>): readonly Plain[] {
  if (operand.from === 'literal') return operand.values;
  if (operand.from === 'global') return operand.value(call);
  return operand.paths.map((other) => valueAt(call, row, other));
}

const RELATIONS: Readonly<Record<string, (order: number) => boolean>> = {
  EqualTo: (order) => order === 0,
  GreaterThan: (order) => order > 0,
  LessThan: (order) => order < 0,
  GreaterThanOrEqualTo: (order) => order >= 0,
  LessThanOrEqualTo: (order) => order <= 0,
};

function related(operator: string, { field }: Path, value: Plain, other: Plain): Truth {
  if (value === null || other === null) return null;
  const relation = RELATIONS[operator];
  if (relation) return relation(compare[field.kind](value, other));
  return matchesText[operator as keyof typeof matchesText](textOf(value), textOf(other));
}

/** MultiEnum: Contains has all the given values, SplitContains any of them. */
function relatedSets(operator: string, value: Plain, operands: readonly Plain[]): Truth {
  const [set, others] = [value as readonly string[] | null, operands as readonly (string | null)[]];
  if (set === null || others.includes(null)) return null;
  if (operator === 'EqualTo') return others.length === set.length && set.every((name) => others.includes(name));
  const has = others.map((name) => set.includes(name!));
  return operator === 'Contains' ? has.every(Boolean) : has.some(Boolean);
}
