import { DomainError } from '#core/errors.js';
import type { StepResult } from '#platform/operations/outcomes/step-outcomes.js';
import type { BatchStep } from '#records/core/batch/batch-command.js';
import type { Reference } from '#records/core/batch/step-references.js';

interface Identified {
  readonly Id: string;
}

/** Results of the steps so far, to which later steps refer. */
export class StepRefs {
  /** Ids of the written records that the results name. */
  readonly ids: string[] = [];
  readonly #idsOf = new Map<string, readonly string[] | undefined>();

  add({ ref }: BatchStep, result: StepResult): void {
    const ids = 'error' in result ? undefined : idsIn(result.result.text);
    for (const id of ids ?? []) this.ids.push(id);
    if (ref !== undefined) this.#idsOf.set(ref, ids);
  }

  /** @throws {DomainError} when the step failed, or wrote no record or several */
  id({ ref, path }: Reference): string {
    const ids = this.#idsOf.get(ref);
    if (ids?.length === 1) return ids[0];
    const message = ids
      ? `Step '${ref}' stands for ${ids.length} records, so there is no $${ref}.Id.`
      : `Step '${ref}' failed, so there is no $${ref}.Id.`;
    throw new DomainError({ code: 'Validation', message, path });
  }
}

/** Ids in a write's `Result`: a bare Id, a record, or a list of written records. */
function idsIn(result: string): readonly string[] {
  const value = JSON.parse(result) as string | Identified | readonly Identified[];
  if (typeof value === 'string') return [value];
  return (Array.isArray(value) ? value : [value]).map(({ Id }: Identified) => Id);
}
