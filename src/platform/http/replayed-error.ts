import { DomainError, type Fault } from '#core/errors.js';

/** Replayed refusal of an earlier request, under the correlation id of that request. */
export class RepeatedRefusal extends DomainError {
  constructor(
    readonly correlationId: string,
    faults: readonly Fault[],
    /** Further headers of the answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(...faults);
    this.name = 'RepeatedRefusal';
  }
}
