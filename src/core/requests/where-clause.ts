import { isArray, isObject, type JsonValue } from '#core/json/json.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import type { Logic } from './filter-logic.js';
import { readJoin } from './filter-sequence.js';
import { NO_VALUE, parseOperandSource, type OperandSource } from './operand-source.js';
import { arityOf, operatorList, parseOperator, type OperatorName } from '#core/fields/operators.js';

/** Maximum number of filters of a WhereClause (docs/interface/queries.md#sequence-and-filter-logic). */
export const MAX_FILTERS = 200;
/** Maximum nesting depth of ExistsIn (docs/interface/queries.md#operands). */
const MAX_NESTING = 3;

/** Rows of another entity for ExistsIn, and the field among whose values the filter's field must occur. */
export interface ExistsInSource {
  readonly entityName: string;
  readonly fieldName: string;
  readonly where?: WhereClause;
  readonly path: string;
}

/** An element of `Filters` with a valid shape; names and operands are not resolved. */
export interface Filter {
  readonly fieldName: string;
  readonly operator: OperatorName;
  /** Operand; `undefined` if the member is missing. */
  readonly value: JsonValue | undefined;
  /** Kind of `value`: `ValueType` on the wire. */
  readonly source: OperandSource;
  /** Operand of ExistsIn and NotExistsIn. */
  readonly rows?: ExistsInSource;
  /** Path in the body, such as `WhereClause.Filters[2]`. */
  readonly path: string;
  /** Path of the value, if it was given outside the filter. */
  readonly valuePath?: string;
  /** True for an operand that data gave, such as a token or a parameter: a null in it equals nothing. */
  readonly isData?: boolean;
  /** True if null fields match its negative operator; absent: `NullSafeNegation` of the request applies. */
  readonly nullSafe?: boolean;
}

/** A WhereClause with a valid shape. */
export interface WhereClause {
  readonly filters: readonly Filter[];
  /** Parsed FilterLogic; its numbers are positions in `filters`, from 1. */
  readonly logic: Logic;
  readonly path: string;
}

/** Tells whether a clause is missing, null, `{}` or without filters, which update and delete refuse. */
export function isNoWhereClause(json: JsonValue | undefined): boolean {
  if (json === undefined || json === null) return true;
  if (!isObject(json)) return false;
  const filters = json.Filters ?? null;
  return filters === null || (isArray(filters) && filters.length === 0);
}

/**
 * Reads a WhereClause (docs/interface/queries.md#where-clauses).
 * @returns `undefined` if there is no filter, or if the reader has faults.
 */
export const readWhereClause = (
  reader: ShapeReader,
  json: JsonValue | undefined,
  path: string,
): WhereClause | undefined => new WhereClauseReader(reader).read(json, path);

class WhereClauseReader {
  /** Number of ExistsIn filters around the current clause. */
  #nesting = 0;

  constructor(private readonly reader: ShapeReader) {}

  read(json: JsonValue | undefined, path: string): WhereClause | undefined {
    if (json === undefined || json === null) return undefined;
    const clause = this.reader.object(json, path, ['Filters', 'FilterLogic']);
    const items = clause.optionalArray('Filters') ?? [];
    const logicText = clause.optionalText('FilterLogic') ?? '';
    if (items.length > MAX_FILTERS) {
      return clause.fault('Filters', `At most ${MAX_FILTERS} filters are allowed, not ${items.length}.`, 'BadFilter');
    }
    if (items.length === 0) {
      if (logicText.trim() === '') return undefined;
      return clause.fault('FilterLogic', 'FilterLogic joins filters, but there are none.', 'BadFilter');
    }
    return this.#joined(clause, items, logicText);
  }

  #joined(clause: Members, items: readonly JsonValue[], logicText: string): WhereClause | undefined {
    const members = items.map((item, i) => this.reader.object(item, `${clause.at('Filters')}[${i}]`, FILTER_MEMBERS));
    const filters = members
      .map((filter, i) => (isObject(items[i]) ? this.#filter(filter) : undefined))
      .filter((filter) => filter !== undefined);
    const logic = items.every(isObject) ? readJoin(clause, members, logicText) : undefined;
    return logic && filters.length === items.length ? { filters, logic, path: clause.path } : undefined;
  }

  #filter(members: Members): Filter | undefined {
    const fieldName = members.text('FieldName');
    const operator = readOperator(members);
    const source = readSource(members);
    if (!fieldName || !operator || !source) return undefined;
    const filter = { fieldName, operator, source, ...readOperand(members.value('Value')), path: members.path };
    if (arityOf(operator) !== 'rows') return filter;
    const rows = this.#rows(members);
    return rows && { ...filter, rows };
  }

  #rows(filter: Members): ExistsInSource | undefined {
    if (this.#nesting === MAX_NESTING) {
      return filter.fault('Value', `ExistsIn may be nested at most ${MAX_NESTING} levels deep.`, 'BadFilter');
    }
    const value = filter.value('Value');
    const members = this.reader.object(value, filter.at('Value'), ['EntityName', 'FieldName', 'WhereClause']);
    if (!isObject(value)) return undefined;
    const [entityName, fieldName] = [members.text('EntityName'), members.text('FieldName')];
    this.#nesting++;
    const where = this.read(members.value('WhereClause'), members.at('WhereClause'));
    this.#nesting--;
    return entityName && fieldName ? { entityName, fieldName, path: members.path, ...(where && { where }) } : undefined;
  }
}

export const FILTER_MEMBERS = ['FieldName', 'Operator', 'Value', 'Sequence', 'ValueType'];

/** Reads `Value`, in which tokens without values are nulls of data. */
function readOperand(value: JsonValue | undefined): Pick<Filter, 'value' | 'isData'> {
  if (value === NO_VALUE) return { value: null, isData: true };
  if (value === undefined || !isArray(value) || !value.includes(NO_VALUE)) return { value };
  return { value: value.map((item) => (item === NO_VALUE ? null : item)), isData: true };
}

function readOperator(filter: Members): OperatorName | undefined {
  const operator = parseOperator(filter.value('Operator'));
  return (
    operator ?? filter.fault('Operator', `${filter.at('Operator')} must be one of ${operatorList()}.`, 'BadFilter')
  );
}

function readSource(filter: Members): OperandSource | undefined {
  if (!filter.has('ValueType')) return 'Literal';
  const expected = `${filter.at('ValueType')} must be 1 (Literal), 2 (Parameter), 3 (Field) or 4 (Global).`;
  return parseOperandSource(filter.value('ValueType')) ?? filter.fault('ValueType', expected, 'BadFilter');
}
