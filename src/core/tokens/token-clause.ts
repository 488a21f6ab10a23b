import { shortened } from '#core/nearest.js';
import type { Faults } from '#core/errors.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { readWhereClause, type Filter, type WhereClause } from '#core/requests/where-clause.js';
import { tokenOf, type Token } from './template.js';
import { nameOf, type TokenType, type TypeOfToken } from './token-types.js';

/** A where-clause whose fields are tokens. */
export interface TokenClause {
  readonly where: WhereClause;
  /** Types of the tokens that it names, by name in lower case. */
  readonly types: ReadonlyMap<string, NamedType>;
}

/** A token that a clause names, with the type of its values. */
export interface NamedType {
  readonly token: Token;
  readonly type: TokenType;
}

/** Names that cannot be confused with what stands between them in the key of a statement. */
const NAME = /^[\p{L}\p{N}_.+-]+$/u;

/** Names of tokens in the Value of a filter: those of ValueType 3. */
export const otherNames = ({ source, value, rows }: Filter): readonly string[] => {
  if (source !== 'Field' || rows) return [];
  return (isArray(value) ? value : [value]).filter((name) => typeof name === 'string');
};

/**
 * Reads the where-clause of a `When` or an `If`. Its fields are what stands between the braces of tokens. Faults are
 * collected in `faults`; undefined where there are some, or no filter.
 */
export function readTokenClause(
  json: JsonValue,
  path: string,
  typeOf: TypeOfToken,
  faults: Faults,
): TokenClause | undefined {
  const reader = new ShapeReader(true);
  const given = readWhereClause(reader, json, path);
  faults.push(...reader.faults.list);
  if (!given || reader.faults.list.length > 0) return undefined;
  const known = faults.list.length;
  const types = new Map<string, NamedType>();
  const named = (name: string, at: string): string => {
    const token = tokenOf(name);
    const type = NAME.test(nameOf(token)) ? typeOf(token) : undefined;
    if (type) types.set(nameOf(token).toLowerCase(), { token, type });
    else faults.add('UnknownField', `There is no token '${shortened(token.text)}'.`, { path: at });
    return nameOf(token);
  };
  const filters = given.filters.map((filter) => withNames(filter, named));
  return faults.list.length > known ? undefined : { where: { ...given, filters }, types };
}

/** Writes the names of a filter's tokens in one way. @param named looks a name up */
function withNames(filter: Filter, named: (name: string, at: string) => string): Filter {
  const fieldName = named(filter.fieldName, `${filter.path}.FieldName`);
  if (otherNames(filter).length === 0) return { ...filter, fieldName };
  const other = (value: JsonValue): JsonValue =>
    typeof value === 'string' ? named(value, `${filter.path}.Value`) : value;
  const { value = null } = filter;
  return { ...filter, fieldName, value: isArray(value) ? value.map(other) : other(value) };
}
