import type { Catalogue } from '../catalogue/catalogue.js';
import type { Chain, ChainLink } from '../context.js';
import { MAX_CHAIN } from './run.js';

/** Name of the trigger or workflow of a link, and its record. */
function nameOf({ automation }: Catalogue, { definitionId, recordId }: ChainLink): string {
  const found = automation.triggers.get(definitionId) ?? automation.workflows.get(definitionId);
  const name = found?.name ?? definitionId;
  return recordId === null ? name : `${name} (${recordId})`;
}

/**
 * Tells why a chain must not go on: it is too long, or its last trigger has fired for the same record before. A workflow
 * that moves start may come back to a record, as when several moves name it.
 * @param chain with the link that would be next
 * @returns a sentence that names the chain; undefined for a chain that may go on
 */
export function brokenChain(catalogue: Catalogue, chain: Chain): string | undefined {
  const why = breakOf(catalogue, chain);
  return why && `The chain ${chain.map((link) => nameOf(catalogue, link)).join(' → ')} was stopped: ${why}.`;
}

function breakOf({ automation: { triggers } }: Catalogue, chain: Chain): string | undefined {
  const last = chain.at(-1);
  const trigger = last && triggers.get(last.definitionId);
  const isRepeated = ({ definitionId, recordId }: ChainLink): boolean =>
    definitionId === last?.definitionId && recordId === last.recordId;
  if (trigger && chain.slice(0, -1).some(isRepeated)) return `${trigger.name} has fired for this record before`;
  return chain.length > MAX_CHAIN ? `it is longer than ${MAX_CHAIN}` : undefined;
}
