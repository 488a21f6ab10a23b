import type { DomainError } from '../../core/errors.js';
import type { StepOutcome } from '../records/index.js';

/** What became of one step of a batch. */
export type StepResult = StepOutcome | { readonly error: DomainError };
