import type { RequestContext } from '../../core/context.js';
import type { Fault } from '../../core/errors.js';
import type { BatchStep } from './batch-command.js';

const REASON =
  'All steps of a batch go by the definitions from before it: what an earlier step defines can be used by the next request.';

const isUnknown = ({ code }: Fault): boolean => code === 'UnknownEntity' || code === 'UnknownField';

/** Adds the reason to faults about unknown names that an earlier step of the batch may define. */
export function withNewDefinitions(
  { catalogue }: RequestContext,
  faults: readonly Fault[],
  earlier: readonly BatchStep[],
): readonly Fault[] {
  if (!faults.some(isUnknown)) return faults;
  const defines = ({ body: { EntityName: name } }: BatchStep): boolean =>
    typeof name === 'string' && catalogue.find(name)?.kind === 'definition';
  if (!earlier.some(defines)) return faults;
  return faults.map((fault) => (isUnknown(fault) ? { ...fault, message: `${fault.message} ${REASON}` } : fault));
}
