import type { RequestContext } from '../../core/context.js';
import type { Fault } from '../../core/errors.js';
import type { BatchStep } from './batch-command.js';

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
