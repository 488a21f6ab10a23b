import { DomainError, type Fault } from '../../core/errors.js';

/** A refusal that was answered before, told again under the correlation id of the request that got it first. */
export class RepeatedRefusal extends DomainError {
  constructor(
    readonly correlationId: string,
    faults: readonly Fault[],
  ) {
    super(...faults);
    this.name = 'RepeatedRefusal';
  }
}
