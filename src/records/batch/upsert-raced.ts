import { DomainError } from '#core/errors.js';

const MAX_ATTEMPTS = 5;

/** Another transaction created a record with the key of an upsert after its search; the upsert has to start again. */
export class UpsertRaced extends Error {
  /** @param refusal the error after the last attempt, as when a deleted record still has the Id. */
  constructor(readonly refusal: DomainError) {
    super('Another record took the key of an upsert.');
    this.name = 'UpsertRaced';
  }
}

/** Repeats a transaction with upserts until none of them was raced. @throws {DomainError} the refusal after 5 attempts */
export async function untilUnraced<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UpsertRaced)) throw error;
      if (attempt === MAX_ATTEMPTS) throw error.refusal;
    }
  }
}
