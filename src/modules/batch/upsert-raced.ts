import { DomainError } from '../../core/errors.js';

const MAX_TRIES = 5;

/** A record with the key of an upsert came into being after it had looked for one; its transaction is to begin again. */
export class UpsertRaced extends Error {
  /** @param refusal what the caller is told when it never ends, as where a deleted record still has the Id. */
  constructor(readonly refusal: DomainError) {
    super('Another record took the key of an upsert.');
    this.name = 'UpsertRaced';
  }
}

/** Runs a transaction with upserts again until none of them was raced. */
export async function untilUnraced<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UpsertRaced)) throw error;
      if (tries === MAX_TRIES) throw error.refusal;
    }
  }
}
