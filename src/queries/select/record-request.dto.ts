import { shortened } from '#core/nearest.js';
import type { RequestContext } from '#core/context/context.js';
import { readUuid } from '#core/values/uuid-text.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { readSelect, SELECT_MEMBERS } from '#core/requests/read-select.js';
import type { SelectCommand } from '#core/requests/select-command.js';
import { queryValues, type QueryString } from '#core/requests/query-string.js';

/** Names of the query string whose value is true or false. */
export const RECORD_FLAGS = ['LoadLookUpValues', 'LoadChildren', 'LoadRecordInfo', 'IncludeDeleted'] as const;
const KNOWN: ReadonlySet<string> = new Set(['SelectedFields', 'Includes', ...RECORD_FLAGS]);
/** Members of a query that one record does not take. */
const OTHERS: ReadonlySet<string> = new Set(SELECT_MEMBERS.filter((name) => !KNOWN.has(name)));

/** Record that a path names. */
interface NamedRecord {
  readonly entityName: string;
  readonly id: string;
}

/** Splits values at commas; several values of a name add up. */
const listed = (values: readonly string[]): readonly string[] =>
  values.flatMap((value) => value.split(',').map((name) => name.trim())).filter((name) => name !== '');

function queryMember(name: string, values: readonly string[]): JsonValue {
  if (name === 'SelectedFields') return listed(values);
  if (name === 'Includes') return listed(values).map((each) => ({ Name: each }));
  const given = values.filter((value) => value !== '');
  return given.length > 1 ? given : (given[0] ?? null);
}

/**
 * Reads the request for one record as a query of it. Names of the query string are members of that query, in any letter case.
 * @returns the command with its faults, and lines for the answer's `Log`
 */
export function readRecordRequest(
  ctx: RequestContext,
  { entityName, id }: NamedRecord,
  query: QueryString,
): { readonly command: SelectCommand; readonly log: readonly string[] } {
  const given = [...queryValues(query, SELECT_MEMBERS)];
  const [others, taken] = [given.filter(([name]) => OTHERS.has(name)), given.filter(([name]) => !OTHERS.has(name))];
  const members: JsonObject = Object.fromEntries(taken.map(([name, values]) => [name, queryMember(name, values)]));
  const uuid = readUuid(id);
  const where = uuid && { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: uuid }] };
  const body = { ...members, EntityName: entityName, ...(where && { WhereClause: where }) };
  const read = readSelect(body, ctx.preferences.strict, true);
  for (const [name] of others) {
    read.command.faults.add('UnknownMember', `Unknown member '${shortened(name)}'.`, { path: name });
  }
  if (!uuid) read.command.faults.add('Validation', 'id must be a UUID.', { path: 'id' });
  return read;
}
