import { Injectable } from '@nestjs/common';
import { isUnlimited } from '#core/catalogue/api-key.js';
import { OPERATIONS } from '#core/catalogue/scope.js';
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
    if (!outcome || !isWithinKey(principal, outcome) || outcome.environmentId !== catalogue.environment.id || !isOwn)
      throw new DomainError({ code: 'NotFound', message: 'There is no such operation, or it is not kept any more.' });
    return outcome;
  }
}

/**
 * Tells whether a limited key may know an outcome, whose result has the records of its entity: outcomes do not tell by
 * which key they came about.
 */
function isWithinKey({ key, access }: RequestContext['principal'], { entityName }: Outcome): boolean {
  if (!key || isUnlimited(key)) return true;
  const given = entityName === null ? undefined : access.get(entityName);
  return given !== undefined && OPERATIONS.some((operation) => given[operation] !== 'None');
}
