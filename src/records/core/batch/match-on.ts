import { clashKeys, type Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FieldPath } from '#core/criteria/field-path.js';
import { useFault } from '#core/criteria/field-use.js';
import type { Assignment } from '#core/requests/assignments.js';
import { readLookup } from '#records/core/drafts/lookup-value.js';
import type { Faults } from '#core/errors.js';
import { Args } from '#core/statements/args.js';
import { readerOf } from '#core/context/reader-of.js';
import { checkValue } from '#core/fields/field-rules.js';
import { PatternWork } from '#core/values/bounded-pattern.js';
import type { Value } from '#core/fields/value-type.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { Matcher } from '#records/core/matching/match-records.js';

/** The unique rule that `matchOn` names: all of its fields and no other, in any order and letter case. */
export function matchedRule(entity: Entity, matchOn: readonly string[], faults: Faults): readonly Field[] | undefined {
  const names = matchOn.map((name) => name.toLowerCase());
  const wanted = new Set(names);
  const rules = clashKeys(entity);
  const rule = rules.find(
    (fields) => fields.length === names.length && fields.every(({ name }) => wanted.has(name.toLowerCase())),
  );
  if (rule) return rule;
  const known = rules.map((fields) => `[${fields.map(({ name }) => name).join(', ')}]`).join(', ');
  faults.add('Validation', `MatchOn must name a unique rule of ${entity.name}: ${known}.`, { path: 'MatchOn' });
  return undefined;
}

/** One field of the rule with the value it must have; a lookup given by a unique field of its target is compared there. */
interface KeyPart {
  readonly path: FieldPath;
  readonly value: Value;
}

/** Reads the values of the rule's fields from the assignments; their faults go to `faults`. */
export function readKey(
  ctx: RequestContext,
  entity: Entity,
  { rule, assignments }: { readonly rule: readonly Field[]; readonly assignments: readonly Assignment[] },
  faults: Faults,
): readonly KeyPart[] {
  const work = new PatternWork();
  return rule.flatMap((field): readonly KeyPart[] => {
    const assignment = assignments.find(({ name }) => isNamedByMatchOn(field, name));
    const fault = useFault(ctx, new FieldPath(entity, [], field), 'MatchOn', 'used');
    if (fault) {
      faults.push(fault);
      return [];
    }
    if (assignment && assignment.value !== null && assignment.value !== '')
      return readPart(ctx, entity, { field, assignment, work }, faults);
    const message = `${field.name} is one of MatchOn: Fields must give it a value.`;
    faults.add('Validation', message, { fieldName: field.name, path: assignment?.path ?? 'Fields' });
    return [];
  });
}

/** Tells whether `name` refers to the field. */
export const isNamedByMatchOn = (field: Field, name: string): boolean =>
  field.name.toLowerCase() === name.toLowerCase();

function readPart(
  ctx: RequestContext,
  entity: Entity,
  { field, assignment, work }: { readonly field: Field; readonly assignment: Assignment; readonly work: PatternWork },
  faults: Faults,
): readonly KeyPart[] {
  if (field.type !== 'Lookup') {
    const { value, faults: found } = checkValue(field, assignment.value, assignment.path, work);
    faults.push(...found);
    return found.length > 0 ? [] : [{ path: new FieldPath(entity, [], field), value }];
  }
  const target = ctx.catalogue.entity(field.target!);
  const reader = readerOf(ctx);
  const found = readLookup(ctx, target, field, assignment, reader);
  faults.push(...reader.faults.list);
  if (found.kind === 'id') return [{ path: new FieldPath(entity, [], field), value: found.id }];
  if (found.kind === 'match') {
    return [{ path: new FieldPath(entity, [field], found.match.field), value: found.match.value }];
  }
  const message = `${field.name} is one of MatchOn: give the Id of its target or a Match.`;
  if (found.kind !== 'faulty') faults.add('Validation', message, { fieldName: field.name, path: assignment.path });
  return [];
}

/** Matches the live record with this key, even if the caller may not read it. */
export const keyMatcher =
  (ctx: RequestContext, key: readonly KeyPart[], expectedVersion: string | undefined): Matcher =>
  () => {
    const args = new Args(ctx);
    const of = key.map(({ path, value }): Criterion => {
      const operands = [args.add(value, valueTypeOf(path.field).operandType(path.field))];
      return { kind: 'compare', path, operator: 'EqualTo', operands, orNull: false };
    });
    const criterion: Criterion = { kind: 'all', of };
    return { args, criterion, identity: [criterion], ...(expectedVersion !== undefined && { expectedVersion }) };
  };
