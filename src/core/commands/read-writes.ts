import type { RequestContext } from '../context.js';
import { isNoWhereClause, readWhereClause, type WhereClause } from '../criteria/where-clause.js';
import { readAssignments, type Assignment } from '../drafts/assignments.js';
import { DomainError } from '../errors.js';
import type { JsonValue } from '../json/json.js';
import { ShapeReader, type Members } from '../json/shape-reader.js';
import type { InsertCommand, MatchCommand, UpdateCommand, UpsertCommand, WriteOptions } from './write-commands.js';

/** A command read from a body, and the lines its answer's `Log` begins with. */
export interface ReadCommand<C> {
  readonly command: C;
  readonly log: readonly string[];
}

const OPTIONS = ['DryRun', 'ExpectedVersion', 'NullSafeNegation'];

function readOptions(reader: ShapeReader, body: Members, ctx: RequestContext): WriteOptions {
  const { ifMatch } = ctx.preferences;
  if (!body.has('Options')) return { dryRun: false, nullSafeNegation: false, expectedVersion: ifMatch };
  const options = reader.object(body.value('Options'), 'Options', OPTIONS);
  const version = options.int('ExpectedVersion', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: -1 });
  return {
    dryRun: options.flag('DryRun', false),
    nullSafeNegation: options.flag('NullSafeNegation', false),
    expectedVersion: version < 0 ? ifMatch : String(version),
  };
}

/** The body's reader, its members and its `EntityName`, without which nothing else can be judged. */
function begin(ctx: RequestContext, body: JsonValue | undefined, known: readonly string[]) {
  const reader = new ShapeReader(ctx.preferences.strict);
  const members = reader.object(body, '', ['EntityName', ...known, 'Options']);
  const entityName = members.text('EntityName');
  if (entityName === undefined) reader.faults.throwIfAny();
  return { reader, members, entityName: entityName ?? '', options: readOptions(reader, members, ctx) };
}

const readFields = (reader: ShapeReader, members: Members): readonly Assignment[] =>
  readAssignments(members.array('Fields') ?? [], 'Fields', reader.faults);

/** The where-clause that update and delete must have: all records in scope are never meant by leaving it out (T11, T12). */
function readRequiredWhere(reader: ShapeReader, members: Members): WhereClause | undefined {
  const json = members.value('WhereClause');
  if (isNoWhereClause(json)) {
    const message =
      'A WhereClause with at least one filter is required; to mean every record, filter Id with IsNotNULL.';
    members.fault('WhereClause', message, 'WhereClauseRequired');
  }
  return readWhereClause(reader, json, 'WhereClause');
}

/**
 * Reads the body of POST /api/v1/records/insert.
 * @param also members the body may have besides, as those of a batch's step.
 */
export function readInsert(
  ctx: RequestContext,
  body: JsonValue | undefined,
  also: readonly string[] = [],
): ReadCommand<InsertCommand> {
  const { reader, members, entityName, options } = begin(ctx, body, ['Fields', ...also]);
  const assignments = readFields(reader, members);
  return { command: { entityName, assignments, options, shapeFaults: reader.faults.list }, log: reader.log };
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
  return { command: { entityName, assignments, where, options, shapeFaults: reader.faults.list }, log: reader.log };
}

/** Reads a body that names records and nothing else, as that of POST /api/v1/records/restore. */
export function readMatch(
  ctx: RequestContext,
  body: JsonValue | undefined,
  also: readonly string[] = [],
): ReadCommand<MatchCommand> {
  const { reader, members, entityName, options } = begin(ctx, body, ['WhereClause', ...also]);
  const where = readRequiredWhere(reader, members);
  return { command: { entityName, where, options, shapeFaults: reader.faults.list }, log: reader.log };
}

/** Reads the body of DELETE /api/v1/records/delete, which may have lost it on the way (T14). */
export function readDelete(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<MatchCommand> {
  if (body !== undefined) return readMatch(ctx, body);
  const message =
    'The request has no body. If you sent one, a proxy on the way may have dropped it: some do for DELETE.';
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
  const command = { entityName, assignments, matchOn, options, shapeFaults: reader.faults.list };
  return { command, log: reader.log };
}
