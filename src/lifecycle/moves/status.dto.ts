import type { RequestContext } from '#core/context/context.js';
import { readUuid } from '#core/values/uuid-text.js';
import type { JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import { readAssignments } from '#core/requests/assignments.js';
import { readOptions } from '#core/requests/read-writes.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import type { AvailableCommand, BulkMoveCommand, MoveCommand } from './status-commands.js';

/** Most records of a bulk update. */
export const MAX_RECORDS = 1_000;

const RECORD = ['recordId', 'entityName'];

/** Reads the query string of GET /api/v1/status/available. */
export function readAvailable(ctx: RequestContext, query: QueryString): AvailableCommand {
  const reader = readerOf(ctx);
  const members = queryStringMembers(reader, query, [...RECORD, 'includeBlocked']);
  const recordId = readId(members);
  const includeBlocked = members.flag('includeBlocked', false);
  return { recordId, includeBlocked, ...namedEntity(members, 'entityName'), ...rest(reader) };
}

/** Reads query string and body of PUT /api/v1/status/update; a request without body sets the status alone. */
export function readMove(ctx: RequestContext, query: QueryString, body: JsonValue | undefined): MoveCommand {
  const reader = readerOf(ctx);
  const members = queryStringMembers(reader, query, [...RECORD, 'nextStatusId']);
  const [recordId, nextStatus] = [readId(members), readStatus(members, 'nextStatusId')];
  const given = reader.object(body ?? {}, '', ['Comment', 'Fields', 'Options']);
  return {
    recordId,
    nextStatus,
    ...namedEntity(members, 'entityName'),
    comment: given.optionalText('Comment') ?? null,
    assignments: readAssignments(given.optionalArray('Fields') ?? [], 'Fields', reader),
    options: readOptions(reader, given, ctx),
    ...rest(reader),
  };
}

/** Reads the body of POST /api/v1/status/bulk-update. */
export function readBulkMove(ctx: RequestContext, body: JsonValue | undefined): BulkMoveCommand {
  const reader = readerOf(ctx);
  const members = reader.object(body, '', ['RecordIds', 'NextStatusId', 'EntityName', 'Comment', 'Options']);
  return {
    recordIds: readIds(members),
    nextStatus: readStatus(members, 'NextStatusId'),
    ...namedEntity(members, 'EntityName'),
    comment: members.optionalText('Comment') ?? null,
    options: readOptions(reader, members, ctx),
    ...rest(reader),
  };
}

const rest = ({ faults, log }: ShapeReader): Pick<MoveCommand, 'shapeFaults' | 'log'> => ({
  shapeFaults: faults.list,
  log,
});

function namedEntity(members: Members, name: string): { readonly entityName?: string } {
  const entityName = members.optionalText(name);
  return entityName === undefined ? {} : { entityName };
}

function readId(members: Members): string {
  members.require('recordId');
  return members.id('recordId') ?? '';
}

/** Reads a status by its id or name, which is checked when the lifecycle is known. */
function readStatus(members: Members, name: string): string {
  members.require(name);
  return members.optionalText(name) ?? '';
}

function readIds(members: Members): readonly string[] {
  const given = members.array('RecordIds') ?? [];
  if (members.has('RecordIds') && given.length === 0)
    members.fault('RecordIds', 'RecordIds must have at least one record-information id.');
  if (given.length > MAX_RECORDS) {
    members.fault('RecordIds', `RecordIds may have at most ${MAX_RECORDS} record-information ids.`);
    return [];
  }
  return given.map((value, i) => {
    const id = typeof value === 'string' ? readUuid(value) : undefined;
    if (id === undefined) members.fault(`RecordIds[${i}]`, `RecordIds[${i}] must be a UUID.`);
    return id ?? '';
  });
}
