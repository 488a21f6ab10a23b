import { shortened } from '#core/nearest.js';
import type { RequestContext } from '#core/context/context.js';
import { JsonText, isObject, type JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import type { ReadCommand } from '#core/requests/read-writes.js';
import { errorDetail, problemOf } from '#platform/http/problem.js';
import type { StepResult } from '#platform/operations/outcomes/step-outcomes.js';
import {
  BATCH_MODES,
  MAX_STEPS,
  STEP_MEMBERS,
  STEP_OPERATIONS,
  type BatchCommand,
  type BatchStep,
} from '#records/core/batch/batch-command.js';

/** Members of the bodies of operations. */
const BODY_MEMBERS = ['EntityName', 'MatchOn', 'Fields', 'WhereClause', 'Options'];

const REF = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

/** The name among `names` that equals the value in any letter case. */
function named<Name extends string>(value: JsonValue | undefined, names: readonly Name[]): Name | undefined {
  return typeof value === 'string' ? names.find((name) => name.toLowerCase() === value.toLowerCase()) : undefined;
}

/** Reads the body of POST /api/v1/records/batch; the bodies of its steps are read as they are prepared. */
export function readBatch(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<BatchCommand> {
  const reader = readerOf(ctx);
  const members = reader.object(body, '', ['Mode', 'Steps', 'Options']);
  const mode = members.has('Mode') ? named(members.value('Mode'), BATCH_MODES) : 'Atomic';
  if (!mode) members.fault('Mode', 'Mode must be Atomic or Independent.');
  const options = members.has('Options')
    ? reader.closedObject(members.value('Options'), 'Options', ['DryRun'])
    : undefined;
  if (ctx.preferences.ifMatch !== undefined) {
    const message = 'If-Match has no meaning for a batch; give Options.ExpectedVersion to the steps it is about.';
    reader.faults.add('Validation', message, { path: 'If-Match' });
  }
  const steps = readSteps(reader, members);
  const dryRun = options?.flag('DryRun', false) ?? false;
  return {
    command: { mode: mode ?? 'Atomic', steps, dryRun, shapeFaults: reader.faults.list },
    log: reader.log,
  };
}

function readSteps(reader: ShapeReader, members: Members): readonly BatchStep[] {
  const items = members.array('Steps') ?? [];
  if (members.optionalArray('Steps')?.length === 0) members.fault('Steps', 'Steps must have at least one step.');
  if (items.length > MAX_STEPS) {
    members.fault('Steps', `A batch has at most ${MAX_STEPS} steps, not ${items.length}.`, 'TooManyRows');
    return [];
  }
  const refs = new Set<string>();
  return items.flatMap((item, i): readonly BatchStep[] => {
    const path = `Steps[${i}]`;
    const operationOf = isObject(item) ? named(item.Operation, STEP_OPERATIONS) : undefined;
    // Its other members belong to its operation's body and are read with it.
    const known = operationOf && isObject(item) ? Object.keys(item) : [...STEP_MEMBERS, ...BODY_MEMBERS];
    const step = reader.object(item, path, known);
    if (!isObject(item)) return [];
    const operation = operationOf ?? refuseOperation(step);
    const ref = readRef(step, refs);
    return operation ? [{ operation, body: item, ...(ref !== undefined && { ref }) }] : [];
  });
}

function refuseOperation(step: Members): undefined {
  if (step.isMisspelt('Operation')) return undefined;
  return step.fault('Operation', `${step.at('Operation')} must be ${STEP_OPERATIONS.join(', ')}.`);
}

function readRef(step: Members, refs: Set<string>): string | undefined {
  const ref = step.optionalText('Ref');
  if (ref === undefined) return undefined;
  if (!REF.test(ref))
    return step.fault('Ref', `${step.at('Ref')} must begin with a letter and have letters, digits and _ only.`);
  if (refs.has(ref)) return step.fault('Ref', `${step.at('Ref')}: another step is called '${shortened(ref)}' already.`);
  refs.add(ref);
  return ref;
}

const SUCCESS = '"IsSuccess":true,"StatusCode":"200"';

/** `Result` of a batch: one element per step, in order, in both modes. */
export const batchResult = (results: readonly StepResult[]): JsonText =>
  new JsonText(`[${results.map(stepResult).join(',')}]`);

function stepResult(step: StepResult): string {
  if (!('error' in step))
    return `{${SUCCESS},"Result":${step.result.text},"RecordAffected":${step.recordAffected},"Errors":[],"ErrorDetails":[]}`;
  const { status, faults } = problemOf(step.error);
  const errors = JSON.stringify(faults.map(({ message }) => message));
  const details = JSON.stringify(faults.map(errorDetail));
  return `{"IsSuccess":false,"StatusCode":"${status}","Result":null,"RecordAffected":0,"Errors":${errors},"ErrorDetails":${details}}`;
}
