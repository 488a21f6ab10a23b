import type { RequestContext } from '#core/context/context.js';
import { JsonText, type JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import type { ReadCommand } from '#core/requests/read-writes.js';
import { errorDetail, problemOf } from '#platform/http/problem.js';
import type { StepResult } from '#platform/operations/outcomes/step-outcomes.js';
import { BATCH_MODES, type BatchCommand } from '#records/core/batch/batch-command.js';
import { chosenName, readSteps } from './read-steps.js';

/** Reads the body of POST /api/v1/records/batch; the bodies of its steps are read as they are prepared. */
export function readBatch(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<BatchCommand> {
  const reader = readerOf(ctx);
  const members = reader.object(body, '', ['Mode', 'Steps', 'Options']);
  const mode = members.has('Mode') ? chosenName(members.value('Mode'), BATCH_MODES) : 'Atomic';
  if (!mode) members.fault('Mode', 'Mode must be Atomic or Independent.');
  const options = members.has('Options')
    ? reader.closedObject(members.value('Options'), 'Options', ['DryRun'])
    : undefined;
  const steps = readSteps(ctx, reader, members);
  const dryRun = options?.flag('DryRun', false) ?? false;
  return {
    command: { mode: mode ?? 'Atomic', steps, dryRun, shapeFaults: reader.faults.list },
    log: reader.log,
  };
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
