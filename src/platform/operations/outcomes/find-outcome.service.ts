import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isUuid } from '#core/values/uuid-text.js';
import type { Outcome } from './outcome.js';
import { OutcomeStore } from './outcome-store.repository.js';

/** Finds outcomes of writes for their submitters and for Administrators. */
@Injectable()
export class FindOutcome {
  constructor(private readonly outcomes: OutcomeStore) {}

  /** @throws {DomainError} Validation, NotFound */
  async find({ catalogue, principal }: Pick<RequestContext, 'catalogue' | 'principal'>, id: string): Promise<Outcome> {
    if (!isUuid(id)) throw new DomainError({ code: 'Validation', message: 'CorrelationId must be a UUID.' });
    const outcome = await this.outcomes.find(id.toLowerCase());
    const isOwn = outcome?.userId === principal.userId || principal.isAdministrator;
    if (!outcome || outcome.environmentId !== catalogue.environment.id || !isOwn)
      throw new DomainError({ code: 'NotFound', message: 'There is no such operation, or it is not kept any more.' });
    return outcome;
  }
}
