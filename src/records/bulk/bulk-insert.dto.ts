import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { type Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { type BulkBody, ROWS_MEMBER } from './bulk-body.js';
import type { BulkInsertCommand, BulkOptions } from './bulk-insert.service.js';
import type { BulkSummary } from './bulk-summary.js';

export const DEFAULT_BATCH_SIZE = 1_000;
export const MAX_BATCH_SIZE = 10_000;
export const ON_ERROR = ['Rollback', 'SkipRow'] as const;

/** A bulk insert read from a body, and the first lines of its answer's `Log`. */
export interface ReadBulkInsert {
  readonly command: BulkInsertCommand;
  readonly log: readonly string[];
}

/** Reads the body of POST /api/v1/records/bulk-insert without its rows. */
export function readBulkInsert(ctx: RequestContext, body: BulkBody): ReadBulkInsert {
  const reader = new ShapeReader(ctx.preferences.strict);
  const members = reader.object(body.members, '', ['EntityName', 'Fields', ROWS_MEMBER, 'Options']);
  const entityName = members.text('EntityName');
  if (entityName === undefined) reader.faults.throwIfAny();
  const fieldNames = readFieldNames(members);
  members.array(ROWS_MEMBER);
  const options = readOptions(reader, members);
  return {
    command: { entityName: entityName ?? '', fieldNames, body, options, shapeFaults: reader.faults.list },
    log: reader.log,
  };
}

function readFieldNames(members: Members): readonly string[] {
  const names = members.array('Fields');
  if (names?.length === 0) members.fault('Fields', 'Fields must name at least one field.');
  return (names ?? []).map((name, i) => {
    if (typeof name === 'string' && name !== '') return name;
    members.fault(`Fields[${i}]`, `Fields[${i}] must be the name of a field.`);
    return '';
  });
}

function readOptions(reader: ShapeReader, body: Members): BulkOptions {
  const json = body.has('Options') ? body.value('Options') : EMPTY;
  const options = reader.closedObject(json, 'Options', ['BatchSize', 'OnError', 'ReturnIds', 'DryRun']);
  const asked = options.int('BatchSize', { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: DEFAULT_BATCH_SIZE });
  if (asked > MAX_BATCH_SIZE) reader.log.push(`Options.BatchSize was lowered from ${asked} to ${MAX_BATCH_SIZE}.`);
  const onError = options.optionalText('OnError') ?? 'Rollback';
  if (!ON_ERROR.some((known) => known === onError))
    options.fault('OnError', `Options.OnError must be one of ${ON_ERROR.join(', ')}.`);
  return {
    batchSize: Math.min(asked, MAX_BATCH_SIZE),
    skipsRows: onError === 'SkipRow',
    returnsIds: options.flag('ReturnIds', false),
    dryRun: options.flag('DryRun', false),
  };
}

const EMPTY: JsonValue = {};

/** `Result` of a bulk insert. */
export const bulkResult = (summary: BulkSummary, { returnsIds }: BulkOptions): object => ({
  Inserted: summary.inserted,
  Failed: summary.failed,
  Batches: summary.batches,
  ...(returnsIds && { Ids: summary.ids }),
  RowErrors: summary.rowErrors.map(rowError),
});

const rowError = ({ rowIndex, fieldName, code, message }: Fault): object => ({
  RowIndex: rowIndex,
  FieldName: fieldName ?? null,
  Code: code,
  Message: message,
});
