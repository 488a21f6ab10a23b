import type { RequestContext } from '../../core/context.js';
import { isNoWhereClause, readWhereClause, type WhereClause } from '../../core/criteria/where-clause.js';
import type { JsonValue } from '../../core/json/json.js';
import { ShapeReader, type Members } from '../../core/json/shape-reader.js';
import { readAssignments, type Assignment } from '../../core/drafts/assignments.js';
import type { DeleteCommand } from './delete-records.service.js';
import type { InsertCommand } from './insert-record.service.js';
import type { UpdateCommand } from './update-records.service.js';
import type { WriteOptions } from './write-outcome.js';

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

/** Reads the body of POST /api/v1/records/insert. */
export function readInsert(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<InsertCommand> {
  const { reader, members, entityName, options } = begin(ctx, body, ['Fields']);
  const assignments = readFields(reader, members);
  return { command: { entityName, assignments, options, shapeFaults: reader.faults.list }, log: reader.log };
}

/** Reads the body of PUT /api/v1/records/update. */
export function readUpdate(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<UpdateCommand> {
  const { reader, members, entityName, options } = begin(ctx, body, ['Fields', 'WhereClause']);
  const assignments = readFields(reader, members);
  if (members.optionalArray('Fields')?.length === 0) members.fault('Fields', 'Fields must name at least one field.');
  const where = readRequiredWhere(reader, members);
  return { command: { entityName, assignments, where, options, shapeFaults: reader.faults.list }, log: reader.log };
}

/** Reads the body of DELETE /api/v1/records/delete. */
export function readDelete(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<DeleteCommand> {
  const { reader, members, entityName, options } = begin(ctx, body ?? emptyDelete(ctx), ['WhereClause']);
  const where = readRequiredWhere(reader, members);
  return { command: { entityName, where, options, shapeFaults: reader.faults.list }, log: reader.log };
}

/** A DELETE that arrives without its body may have lost it on the way (T14). */
function emptyDelete(ctx: RequestContext): never {
  const reader = new ShapeReader(ctx.preferences.strict);
  const message =
    'The request has no body. If you sent one, a proxy on the way may have dropped it: some do for DELETE.';
  reader.faults.add('WhereClauseRequired', message);
  reader.faults.throwIfAny();
  throw new Error('Unreachable.');
}
