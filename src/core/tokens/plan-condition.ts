import { shortened } from '#core/nearest.js';
import type { RequestContext } from '#core/context/context.js';
import { shapeOf, type Criterion } from '#core/criteria/criterion.js';
import { accessKey, type Reader } from '#core/relations/relation.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { Faults } from '#core/errors.js';
import { kindOf, type JsonValue } from '#core/json/json.js';
import { Args } from '#core/statements/args.js';
import type { Slot } from '#core/sql/sql.js';
import type { FindToken } from './template.js';
import { readTokenClause, type TokenClause } from './token-clause.js';
import { tokenEntity, tokenField, type TypeOfToken } from './token-types.js';
import { boundValue, inferredField } from './token-value.js';

/** A condition on the values of tokens, which are one row. */
export interface ConditionPlan {
  /** Conditions with the same key have the same text. */
  readonly key: string;
  readonly args: Args;
  readonly reader: Reader;
  /** Pseudo-entity of the row. */
  readonly entity: Entity;
  /** Values of the row, in the order of the entity's fields. */
  readonly row: readonly Slot[];
  readonly criterion: Criterion;
}

/** A clause with the types and values of the tokens that it names. */
export interface ConditionInput {
  /** A where-clause whose own tokens are resolved. */
  readonly json: JsonValue;
  /** Its place in the definition, such as `Actions[2].When`. */
  readonly path: string;
  readonly typeOf: TypeOfToken;
  readonly find: FindToken;
}

/** A token with its type and its value. */
interface BoundToken {
  readonly field: Field;
  readonly slot: Slot;
}

/**
 * Plans a condition with the rights of the call. A clause without filters holds.
 * @throws {DomainError} with all faults of the clause and of the values
 */
export function planCondition(ctx: RequestContext, { json, path, typeOf, find }: ConditionInput): ConditionPlan {
  const faults = new Faults();
  const args = new Args(ctx);
  const clause = readTokenClause(json, path, typeOf, faults);
  const tokens = clause ? boundTokens(clause, find, { args, faults, path }) : [];
  faults.throwIfAny();
  const fields = tokens.map(({ field }) => field);
  const entity = tokenEntity(ctx, fields);
  const criterion = resolveCriterion({ ctx, args, faults, rights: 'caller' }, entity, clause?.where);
  faults.throwIfAny();
  const reader: Reader = { ctx, rights: 'caller' };
  const row = tokens.map(
    ({ field, slot }) => `${field.name}=${field.entityName}.${field.id}$${slot.index}:${slot.type}`,
  );
  return {
    key: `condition:${row.join()}:${shapeOf(criterion)} ${accessKey(reader)}`,
    args,
    reader,
    entity,
    row: tokens.map(({ slot }) => slot),
    criterion,
  };
}

/** Reads the values of the tokens that a clause names. */
function boundTokens(
  clause: TokenClause,
  find: FindToken,
  { args, faults, path }: { readonly args: Args; readonly faults: Faults; readonly path: string },
): readonly BoundToken[] {
  return [...clause.types.values()].flatMap((named): readonly BoundToken[] => {
    const { token, type } = named;
    const json = find(token) ?? null;
    const field = tokenField(token, type === 'Any' ? inferredField(clause, named, json) : type);
    const bound = boundValue(json, field);
    if (!('expected' in bound)) return [{ field, slot: args.add(bound.value, bound.type) }];
    faults.add('Validation', `{{${shortened(token.text)}}} must be ${bound.expected}, not ${kindOf(json)}.`, { path });
    return [];
  });
}
