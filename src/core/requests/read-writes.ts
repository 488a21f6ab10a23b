import type { RequestContext } from '#core/context/context.js';
import { isNoWhereClause, readWhereClause, type WhereClause } from './where-clause.js';
import { readAssignments, type Assignment } from './assignments.js';
import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import type { InsertCommand, MatchCommand, UpdateCommand, UpsertCommand, WriteOptions } from './write-commands.js';

/** A command read from a body, and the first lines of its answer's `Log`. */
export interface ReadCommand<C> {
  readonly command: C;
  readonly log: readonly string[];
}

const OPTIONS = ['DryRun', 'ExpectedVersion', 'NullSafeNegation'];

/** Reads `Options` of a write; `If-Match` is the default of `ExpectedVersion`. */
export function readOptions(reader: ShapeReader, body: Members, ctx: RequestContext): WriteOptions {
  const { ifMatch } = ctx.preferences;
  if (!body.has('Options')) return { dryRun: false, nullSafeNegation: false, expectedVersion: ifMatch };
  const options = reader.closedObject(body.value('Options'), 'Options', OPTIONS);
  const version = options.int('ExpectedVersion', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: -1 });
  return {
    dryRun: options.flag('DryRun', false),
    nullSafeNegation: options.flag('NullSafeNegation', false),
    expectedVersion: version < 0 ? ifMatch : String(version),
  };
}

/**
 * Starts reading a body: its members, `EntityName` and options.
 * @throws {DomainError} if `EntityName` is missing.
 */
function begin(ctx: RequestContext, body: JsonValue | undefined, known: readonly string[]) {
  const reader = readerOf(ctx);
  const members = reader.object(body, '', ['EntityName', ...known, 'Options']);
  const entityName = members.text('EntityName');
  if (entityName === undefined) reader.faults.throwIfAny();
  return { reader, members, entityName: entityName ?? '', options: readOptions(reader, members, ctx) };
}

function commanded<C extends object>(
  { faults, log }: ShapeReader,
  read: C,
): ReadCommand<C & Pick<InsertCommand, 'shapeFaults' | 'log'>> {
  return { command: { ...read, shapeFaults: faults.list, log }, log };
}

const readFields = (reader: ShapeReader, members: Members): readonly Assignment[] =>
  readAssignments(members.array('Fields') ?? [], 'Fields', reader);

/**
 * Reads a required WhereClause; omitting it never means all records
 * (docs/interface/records.md#where-clauses-of-writes).
 */
/** Reads a where-clause that must have filters. */
export function readRequiredWhere(reader: ShapeReader, members: Members): WhereClause | undefined {
  const json = members.value('WhereClause');
  const known = reader.faults.list.length;
  const where = readWhereClause(reader, json, 'WhereClause');
  // A misspelt clause, or one with misspelt members, was given: only its own fault is reported.
  const added = reader.faults.list.slice(known);
  const isThere = members.isMisspelt('WhereClause') || added.some(({ code }) => code === 'UnknownMember');
  if (isNoWhereClause(json) && !isThere) {
    const message =
      'A WhereClause with at least one filter is required; to mean every record, filter Id with IsNotNULL.';
    members.fault('WhereClause', message, 'WhereClauseRequired');
  }
  return where;
}

/**
 * Reads the body of POST /api/v1/records/insert.
 * @param also further members that the body may have, such as those of a batch's step.
 */
export function readInsert(
  ctx: RequestContext,
  body: JsonValue | undefined,
  also: readonly string[] = [],
): ReadCommand<InsertCommand> {
  const { reader, members, entityName, options } = begin(ctx, body, ['Fields', ...also]);
  const assignments = readFields(reader, members);
  return commanded(reader, { entityName, assignments, options });
}

/** Reads the body of PUT /api/v1/records/update. */
export function readUpdate(
  ctx: RequestContext,
  body: JsonValue | undefined,
  also: readonly string[] = [],
): ReadCommand<UpdateCommand> {
  const { reader, members, entityName, options } = begin(ctx, body, ['Fields', 'WhereClause', ...also]);
  const assignments = readFields(reader, members);
  if (members.optionalArray('Fields')?.length === 0) members.fault('Fields', 'Fields must name at least one field.');
  const where = readRequiredWhere(reader, members);
  return commanded(reader, { entityName, assignments, where, options });
}

/** Reads a body that only selects records, such as that of POST /api/v1/records/restore. */
export function readMatch(
  ctx: RequestContext,
  body: JsonValue | undefined,
  also: readonly string[] = [],
): ReadCommand<MatchCommand> {
  const { reader, members, entityName, options } = begin(ctx, body, ['WhereClause', ...also]);
  const where = readRequiredWhere(reader, members);
  return commanded(reader, { entityName, where, options });
}

/** Reads the body of DELETE /api/v1/records/delete, which a proxy may have dropped. */
export function readDelete(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<MatchCommand> {
  if (body !== undefined) return readMatch(ctx, body);
  const message =
    'The request has no body. If you sent one, a proxy on the way may have dropped it: some do for DELETE. ' +
    'Send the delete as a step of POST /api/v1/records/batch then: {"Steps": [{"Operation": "Delete", …}]}.';
  throw new DomainError({ code: 'WhereClauseRequired', message });
}

/** Reads the body of POST /api/v1/records/upsert. */
export function readUpsert(
  ctx: RequestContext,
  body: JsonValue | undefined,
  also: readonly string[] = [],
): ReadCommand<UpsertCommand> {
  const { reader, members, entityName, options } = begin(ctx, body, ['MatchOn', 'Fields', ...also]);
  const assignments = readFields(reader, members);
  const matchOn = (members.array('MatchOn') ?? []).flatMap((name, i): readonly string[] => {
    if (typeof name === 'string' && name !== '') return [name];
    members.fault(`MatchOn[${i}]`, `MatchOn[${i}] must be the name of a field.`);
    return [];
  });
  return commanded(reader, { entityName, assignments, matchOn, options });
}
