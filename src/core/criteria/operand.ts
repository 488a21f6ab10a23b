import { countOf, elements } from './operand-list.js';
import { shortened } from '#core/nearest.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Faults } from '#core/errors.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { type Args, MAX_LIST_VALUES } from '#core/statements/args.js';
import type { Slot } from '#core/sql/sql.js';
import { globalValue, resolveGlobal } from '#core/values/clock.js';
import { exactDecimalIn, plainText } from '#core/values/exact-decimal.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { Operand } from './criterion.js';
import { myOperand } from './my-field.js';
import { type CallerGroup, globalsOf, groupNamed, isIdOf } from './caller-groups.js';
import { FieldPath, resolveField } from './field-path.js';
import { useFault } from './field-use.js';
import { OPERATORS, type OperatorName } from '#core/fields/operators.js';
import type { ReadRights } from '#core/relations/relation.js';
import { isTextOperator, patternOf } from './text-pattern.js';
import type { Filter } from '#core/requests/where-clause.js';

/** Maximum number of elements of a list operator (docs/interface/queries.md#operands). */
const MAX_ELEMENTS = 10_000;
/** Maximum number of digits of a number: more than any column holds, fewer than PostgreSQL allows. */
const MAX_DIGITS = 10_000;

/** Maximum length of the operand of Contains and the like, which is searched for in every row. */
const MAX_TEXT_LENGTH = 10_000;
const TOO_LONG = `text of at most ${MAX_TEXT_LENGTH} characters by this operator`;

/** Context in which a WhereClause is resolved: the call, its rights, and the collectors of values and faults. */
export interface Resolution {
  readonly ctx: RequestContext;
  readonly rights: ReadRights;
  readonly args: Args;
  readonly faults: Faults;
  /** `Options.NullSafeNegation` (docs/interface/queries.md#null-in-filters). */
  readonly nullSafeNegation?: boolean;
}

/** A value and its PostgreSQL type, or a description of the expected values. */
export type Bound = { readonly value: unknown; readonly type: string } | { readonly expected: string };

/** Reads the operands of one filter. Methods add a fault and return `undefined` for an invalid operand. */
export class OperandReader {
  /** True where the caller has no value of an own field that the filter names: it matches nothing. */
  lacksValue = false;

  constructor(
    private readonly resolution: Resolution,
    private readonly filter: Filter,
    private readonly path: FieldPath,
  ) {}

  fault(message: string, at = 'Value'): undefined {
    const { path, valuePath } = this.filter;
    const isGiven = valuePath !== undefined && /^Value(\[|$)/.test(at);
    const place = isGiven ? valuePath + at.slice('Value'.length) : `${path}.${at}`;
    this.resolution.faults.add('BadFilter', message, { fieldName: this.path.name, path: place });
    return undefined;
  }

  /** Refuses a null. */
  refuseNull(): undefined {
    return this.fault(`${this.filter.operator} needs a value; to test for none use IsNULL ${OPERATORS.IsNULL}.`);
  }

  /** Returns the filter's Value; parameters of a saved query have been replaced by values before. */
  given(): JsonValue | undefined {
    const { value, source, operator } = this.filter;
    if (value === undefined) return this.fault(`${operator} needs a Value.`);
    if (source === 'Global') this.resolution.args.hasGlobals = true;
    if (source !== 'Parameter') return value;
    return this.fault('ValueType 2 (Parameter) is only allowed in saved queries.', 'ValueType');
  }

  /**
   * Reads the operand of a comparison.
   * @param json not null.
   */
  one(json: JsonValue): readonly Operand[] | undefined {
    const operand = this.#operand(json, 'Value');
    return operand && [operand];
  }

  /** Reads the two bounds of a Between, given as an array or as text with a comma. */
  two(json: JsonValue): readonly Operand[] | undefined {
    const ends = elements(json, ',');
    if (ends.length !== 2 || ends.includes(null)) {
      return this.fault(`${this.filter.operator} needs two values, the lower and the upper end.`);
    }
    const operands = ends.map((end, i) => this.#operand(end, isArray(json) ? `Value[${i}]` : 'Value'));
    return operands.every((operand) => operand !== undefined) ? operands : undefined;
  }

  /**
   * Reads the elements of a list operator into one array operand; nulls are ignored
   * (docs/interface/queries.md#null-in-filters).
   */
  many(json: JsonValue): readonly Operand[] | undefined {
    const { operator, source } = this.filter;
    if (source === 'Field') return this.fault(`${operator} takes a list of values, not a field.`, 'ValueType');
    const separators = operator === 'IN' || operator === 'NOTIN' ? ',' : ',;';
    if (!this.#isCounted(countOf(json, separators, MAX_ELEMENTS + 1))) return undefined;
    const items = elements(json, separators);
    const group = source === 'Global' && items.length === 1 ? groupNamed(items[0]) : undefined;
    if (group) return this.#callers(group);
    const kept = items.filter((item) => item !== null);
    const slot = this.path.field.type === 'MultiEnum' ? this.#bind(this.#literal(kept), 'Value') : this.#array(kept);
    return slot && [slot];
  }

  /** Counts a list before it is split; returns false if it, or all lists of the request together, exceed the limit. */
  #isCounted(count: number): boolean {
    const isWithin = this.resolution.args.countList(count);
    if (count > MAX_ELEMENTS) this.fault(`${this.filter.operator} takes at most ${MAX_ELEMENTS} values.`);
    else if (!isWithin) this.fault(`The lists of a request have at most ${MAX_LIST_VALUES} values together.`);
    return isWithin && count <= MAX_ELEMENTS;
  }

  #array(items: readonly JsonValue[]): Slot | undefined {
    const { field } = this.path;
    const values: unknown[] = [];
    let type = valueTypeOf(field).operandType(field);
    for (const [i, item] of items.entries()) {
      const bound = this.filter.source === 'Global' ? this.#global(item) : this.#literal(item);
      if ('expected' in bound) return this.#refuse(bound.expected, items.length > 1 ? `Value[${i}]` : 'Value');
      values.push(bound.value);
      // One element with more than 64 bits makes all elements compare as the wider type.
      if (bound.type === 'numeric') type = bound.type;
    }
    return this.resolution.args.add(values, `${type}[]`);
  }

  #operand(json: JsonValue, at: string): Operand | undefined {
    switch (this.filter.source) {
      case 'Field':
        return this.#field(json, at);
      case 'Global':
        return this.#bind(this.#global(json), at);
      default:
        return this.#bindLiteral(json, at);
    }
  }

  #bindLiteral(json: JsonValue, at: string): Slot | undefined {
    const slot = this.#bind(this.#literal(json), at);
    const { operator, path, valuePath } = this.filter;
    const { field } = this.path;
    if (slot)
      this.resolution.args.literals.push({
        given: json,
        at: valuePath ?? path,
        field,
        operator,
        index: slot.index,
        type: slot.type,
      });
    return slot;
  }

  #bind(bound: Bound, at: string): Slot | undefined {
    return 'expected' in bound ? this.#refuse(bound.expected, at) : this.resolution.args.add(bound.value, bound.type);
  }

  #refuse(expected: string, at: string): undefined {
    return this.fault(`${this.path.name} can only be compared with ${expected}.`, at);
  }

  #literal(json: JsonValue): Bound {
    const { type } = this.path.field;
    const bound = literalOf(this.path.field, this.filter.operator, json);
    if (!('expected' in bound) || (type !== 'Date' && type !== 'DateTime') || !isGlobal(json)) return bound;
    return { expected: `${bound.expected}; for ${shortened(json)} give ValueType 4 (Global)` };
  }

  #global(json: JsonValue): Bound {
    const { ctx } = this.resolution;
    const { field } = this.path;
    const name = typeof json === 'string' ? json.trim() : '';
    if (isIdOf(field, 'User') && name.toLowerCase() === 'me') return { value: ctx.principal.userId, type: 'uuid' };
    if (field.type === 'Date' || field.type === 'DateTime') {
      const value = globalValue(field.type, name, ctx.at, ctx.catalogue.environment.settings.timeZone);
      if (value !== undefined) {
        this.resolution.args.hasTimes = true;
        return { value, type: valueTypeOf(field).operandType(field) };
      }
    }
    return this.#mine(name) ?? { expected: globalsOf(field) };
  }

  #mine(name: string): Bound | undefined {
    const bound = myOperand(this.resolution.ctx, this.path.field, this.filter.operator, name);
    if (bound && 'value' in bound) this.lacksValue ||= bound.value === null;
    return bound;
  }

  #callers(group: CallerGroup): readonly Operand[] | undefined {
    const { args, ctx } = this.resolution;
    if (!isIdOf(this.path.field, group.target)) return this.#refuse(globalsOf(this.path.field), 'Value');
    return [args.add(group.idsOf(ctx.principal), 'uuid[]')];
  }

  #field(json: JsonValue, at: string): Operand | undefined {
    if (typeof json !== 'string') return this.fault('With ValueType 3 (Field) Value must be the name of a field.', at);
    const { ctx, rights, faults } = this.resolution;
    const other = resolveField(ctx.catalogue, this.path.entity, json, faults);
    const path = `${this.filter.path}.${at}`;
    if (!(other instanceof FieldPath)) {
      faults.push({ ...other, path });
      return undefined;
    }
    const fault = rights === 'caller' && useFault(ctx, other, path, 'used');
    if (fault) {
      faults.push(fault);
      return undefined;
    }
    if (areComparable(this.path.field, other.field)) return other;
    return this.#refuse(`fields of its kind, and ${other.name} is ${other.field.type}`, at);
  }
}

/** Reads a literal that a field is compared with; depends on nothing else. @param json not null */
export function literalOf(field: Field, operator: OperatorName, json: JsonValue): Bound {
  const valueType = valueTypeOf(field);
  const result = valueType.parse(json, field);
  if (!result.ok && json === '') return { expected: `${result.expected}; for no value use IsNULL` };
  if (!result.ok) return valueType.family === 'number' ? widerNumber(json) : result;
  const isText = valueType.family === 'text' && isTextOperator(operator);
  if (isText && (result.value as string).length > MAX_TEXT_LENGTH) return { expected: TOO_LONG };
  const value = isText ? patternOf(operator, result.value as string) : result.value;
  return { value, type: valueType.operandType(field) };
}

/** Tells whether a text names a time that depends on the clock. */
const isGlobal = (json: JsonValue): json is string =>
  typeof json === 'string' && resolveGlobal(json.trim(), new Date(0), 'UTC') !== undefined;

/** Tells whether values of the two fields can be equal. */
export const areComparable = (a: Field, b: Field): boolean => valueTypeOf(a).family === valueTypeOf(b).family;

/** Binds a number that exceeds the field's digits or size but can be compared with it. */
export function widerNumber(json: JsonValue): Bound {
  const number = exactDecimalIn(json);
  if (!number || number.digits.length > MAX_DIGITS || number.point > MAX_DIGITS) return { expected: 'a number' };
  return { value: plainText(number, 0), type: 'numeric' };
}
