import type { Catalogue } from '#core/catalogue/catalogue.js';
import { type Chain, type ChainLink, MAX_CHAIN } from '#core/catalogue/run.js';
import type { JsonObject } from '#core/json/json.js';

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

/** Run that causes another one. */
interface CausingRun {
  readonly runId: string;
  readonly chain: Chain;
}

/**
 * Extends the chain of the run that has caused a link; without one a new chain begins.
 * @param correlationId of the write that a new chain begins with
 */
export function chainBehind(cause: CausingRun | undefined, link: ChainLink, correlationId: string): Chain {
  if (cause && cause.chain.length > 0) return [...cause.chain, link];
  // A run without a chain was executed by a request, whose correlation id is its id.
  return [{ ...link, correlationId: cause?.runId ?? correlationId }];
}

/** Correlation id of the write that led to a run, or an id of the firing of a schedule. */
export const beginningOf = (runId: string, chain: Chain): string => chain[0]?.correlationId ?? runId;

interface StoredLink {
  readonly DefinitionId: string;
  readonly RecordId: string | null;
  readonly CorrelationId?: string;
}

/** Field `Chain` of a run. */
export const storedChain = (chain: Chain): readonly JsonObject[] =>
  chain.map(({ definitionId, recordId, correlationId }) => ({
    DefinitionId: definitionId,
    RecordId: recordId,
    ...(correlationId !== undefined && { CorrelationId: correlationId }),
  }));

/** Reads the field `Chain` of a run. */
export const readChain = (text: string | null): Chain =>
  (JSON.parse(text ?? '[]') as readonly StoredLink[]).map(({ DefinitionId, RecordId, CorrelationId }) => ({
    definitionId: DefinitionId,
    recordId: RecordId,
    ...(CorrelationId !== undefined && { correlationId: CorrelationId }),
  }));
