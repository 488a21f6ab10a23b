import type { RequestContext } from '#core/context/context.js';
import { DomainError, MAX_FAULTS, tooManyFaults, type Fault } from '#core/errors.js';
import { TimeSlicer } from '#platform/process/scheduling/time-slicer.js';
import type { BatchStep } from '#records/core/batch/batch-command.js';
import type { ReadStep } from './prepare-step.service.js';
import { referenceFault, withReferences, type Reference } from '#records/core/batch/step-references.js';

/** A step as it is known before any step has run. */
export interface PlannedBatchStep extends BatchStep {
  /** Absent when it has faults, or has to be read again once its references are known. */
  readonly read?: ReadStep;
  readonly faults: readonly Fault[];
  readonly log: readonly string[];
}

/** Reads a step. @throws {DomainError} faults after which no further ones can be found */
type Prepare = (step: BatchStep) => ReadStep;

/** Stands for an Id that no step has created yet, while a step is prepared. */
const PLACEHOLDER = '00000000-0000-4000-8000-000000000000';

/**
 * Reads every step before the first one runs, with placeholders for Ids that earlier steps will create.
 * @throws {DomainError} when the steps have too many faults together, whatever the mode of the batch
 */
export async function planBatch(
  ctx: RequestContext,
  steps: readonly BatchStep[],
  prepare: Prepare,
): Promise<readonly PlannedBatchStep[]> {
  const slicer = new TimeSlicer(Infinity);
  const positions = new Map(steps.map(({ ref }, i) => [ref, i]));
  const planned: PlannedBatchStep[] = [];
  const faults: Fault[] = [];
  let hasNewNames = false;
  for (const [i, step] of steps.entries()) {
    await slicer.yieldIfDue();
    const next = planStep(step, prepare, (reference) => referenceFault(positions.get(reference.ref), i, reference));
    const explained = hasNewNames ? { ...next, faults: withNewDefinitions(next.faults) } : next;
    planned.push(explained);
    for (const fault of explained.faults) faults.push(inStep(i)(fault));
    if (faults.length > MAX_FAULTS) throw tooManyFaults(faults);
    hasNewNames ||= definesNames(ctx, step);
  }
  return planned;
}

function planStep(
  step: BatchStep,
  prepare: Prepare,
  faultOf: (reference: Reference) => Fault | undefined,
): PlannedBatchStep {
  const faults: Fault[] = [];
  let refers = false;
  const body = withReferences(step.body, (reference) => {
    refers = true;
    const fault = faultOf(reference);
    if (fault) faults.push(fault);
    return PLACEHOLDER;
  });
  try {
    const read = prepare({ ...step, body });
    return { ...step, log: read.log, faults: [...faults, ...read.write.faults], ...(!refers && { read }) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...step, log: [], faults: [...faults, ...error.faults] };
  }
}

/** Places a fault of a step in the body of the batch. */
export const inStep =
  (i: number) =>
  (fault: Fault): Fault => ({ ...fault, path: fault.path ? `Steps[${i}].${fault.path}` : `Steps[${i}]` });

const REASON =
  'All steps of a batch go by the definitions from before it: what an earlier step defines can be used by the next request.';

const isUnknown = ({ code }: Fault): boolean => code === 'UnknownEntity' || code === 'UnknownField';

/** Tells whether a step may define names of entities or fields. */
export function definesNames({ catalogue }: RequestContext, { body: { EntityName: name } }: BatchStep): boolean {
  return typeof name === 'string' && catalogue.find(name)?.kind === 'definition';
}

/** Adds the reason to faults about unknown names that an earlier step of the batch may define. */
export const withNewDefinitions = (faults: readonly Fault[]): readonly Fault[] =>
  faults.map((fault) => (isUnknown(fault) ? { ...fault, message: `${fault.message} ${REASON}` } : fault));
