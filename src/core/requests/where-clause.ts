import { isArray, isObject, type JsonValue } from '../json/json.js';
import type { Members, ShapeReader } from './shape-reader.js';
import type { Logic } from './filter-logic.js';
import { readJoin } from './filter-sequence.js';
import { parseOperandSource, type OperandSource } from './operand-source.js';
import { arityOf, operatorList, parseOperator, type OperatorName } from '../criteria/operators.js';

/** Filters one WhereClause may have (contract §3). */
export const MAX_FILTERS = 200;
/** How deep ExistsIn may stand within ExistsIn (contract §3). */
const MAX_NESTING = 3;

/** The rows an ExistsIn looks at, and the field there that the filter's field must occur in. */
export interface ExistsInSource {
  readonly entityName: string;
  readonly fieldName: string;
  readonly where?: WhereClause;
  readonly path: string;
}

/** One element of `Filters` whose shape is right; names and operands are not looked at yet. */
export interface Filter {
  readonly fieldName: string;
  readonly operator: OperatorName;
  /** `undefined`: the member is absent. */
  readonly value: JsonValue | undefined;
  /** What `value` is: `ValueType` on the wire. */
  readonly source: OperandSource;
  /** Of ExistsIn and NotExistsIn. */
  readonly rows?: ExistsInSource;
  /** Such as `WhereClause.Filters[2]`. */
  readonly path: string;
  /** Where its Value was given, if not in the filter itself. */
  readonly valuePath?: string;
  /** Whether null fields match its negative operator; absent: as the whole request says (`NullSafeNegation`). */
  readonly nullSafe?: boolean;
}

/** A WhereClause whose shape is right. */
export interface WhereClause {
  readonly filters: readonly Filter[];
  /** How they are joined; its numbers are positions in `filters`, from 1. */
  readonly logic: Logic;
  readonly path: string;
}

/** Missing, null, `{}` or without any filter: what update and delete refuse (R105, T11). */
export function isNoWhereClause(json: JsonValue | undefined): boolean {
  if (json === undefined || json === null) return true;
  if (!isObject(json)) return false;
  const filters = json.Filters ?? null;
  return filters === null || (isArray(filters) && filters.length === 0);
}

/**
 * Reads the shape of a WhereClause (R35–R40).
 * @returns `undefined` when there is no filter, or when the reader has faults.
 */
export const readWhereClause = (
  reader: ShapeReader,
  json: JsonValue | undefined,
  path: string,
): WhereClause | undefined => new WhereClauseReader(reader).read(json, path);

class WhereClauseReader {
  /** How many ExistsIn stand around what is being read. */
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
    const filter = { fieldName, operator, source, value: members.value('Value'), path: members.path };
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

const FILTER_MEMBERS = ['FieldName', 'Operator', 'Value', 'Sequence', 'ValueType'];

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
