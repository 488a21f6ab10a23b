import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonNumber, JsonText, type JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import type { GivenParameter } from '#routines/core/bind-parameters.js';
import { ROUTINE_KINDS, type RoutineKind } from '#routines/core/routine.js';
import { Reply } from '#platform/http/reply.js';
import type { ExecuteCommand } from './execute-routine.service.js';
import type { RoutineOutcome } from './routine-outcome.js';

/** PostgreSQL's limit of function arguments. */
const MAX_PARAMETERS = 100;

/**
 * Reads the body of POST /api/v1/database/execute.
 * @throws {DomainError} with all faults of its shape.
 */
export function readExecute(
  ctx: RequestContext,
  body: JsonValue | undefined,
): { readonly command: ExecuteCommand; readonly log: readonly string[] } {
  return readCall(ctx, body, readKind);
}

/**
 * Reads the members of an action that calls a routine, of which it need not give the type.
 * @throws {DomainError} with all faults of their shape.
 */
export const readStepCall = (ctx: RequestContext, body: JsonValue): ExecuteCommand =>
  readCall(ctx, body, (execute) => (execute.has('ObjectType') ? readKind(execute) : undefined)).command;

function readCall(
  ctx: RequestContext,
  body: JsonValue | undefined,
  kindIn: (execute: Members) => RoutineKind | undefined,
): { readonly command: ExecuteCommand; readonly log: readonly string[] } {
  const reader = readerOf(ctx);
  const execute = reader.object(body, '', ['ObjectName', 'ObjectType', 'Parameters']);
  const objectName = execute.text('ObjectName');
  const kind = kindIn(execute);
  const parameters = readParameters(reader, execute);
  const { faults, log } = reader;
  if (objectName === undefined || faults.list.length > 0) throw new DomainError(...faults.list);
  return { command: { routineName: objectName, ...(kind && { kind }), parameters }, log };
}

const KINDS = Object.entries(ROUTINE_KINDS) as [RoutineKind, number][];

function readKind(execute: Members): RoutineKind | undefined {
  const json = execute.value('ObjectType');
  const text = json instanceof JsonNumber ? json.text : typeof json === 'string' ? json.trim().toLowerCase() : '';
  const found = KINDS.find(([name, number]) => text === String(number) || text === name.toLowerCase());
  const table = KINDS.map(([name, number]) => `${number} (${name})`).join(', ');
  return found?.[0] ?? execute.fault('ObjectType', `ObjectType must be one of ${table}.`);
}

function readParameters(reader: ShapeReader, execute: Members): readonly GivenParameter[] {
  const items = execute.optionalArray('Parameters') ?? [];
  if (items.length > MAX_PARAMETERS) {
    execute.fault('Parameters', `Parameters may have at most ${MAX_PARAMETERS} elements.`);
    return [];
  }
  return items.map((json, i) => {
    const path = `Parameters[${i}]`;
    const item = reader.object(json, path, ['Name', 'Value']);
    const value = item.value('Value') ?? (reader.absentValueIsNull ? null : undefined);
    return { name: item.optionalText('Name') || undefined, value, path };
  });
}

/** Builds the answer of a call. */
export function executeReply(outcome: RoutineOutcome, log: readonly string[]): Reply {
  const { resultSets, outputParameters, returnValue, correlationId } = outcome;
  const sets = resultSets.map(({ text }) => text).join();
  const result = `{"ResultSets":[${sets}],"OutputParameters":${outputParameters.text},"ReturnValue":${returnValue.text}}`;
  return new Reply({
    result: new JsonText(result),
    recordAffected: outcome.recordAffected,
    totalRecords: outcome.total,
    log,
    ...(correlationId !== undefined && { correlationId }),
    extra: { Truncated: outcome.truncated },
  });
}
