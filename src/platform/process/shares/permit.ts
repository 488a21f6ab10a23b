import type { RequestContext } from '#core/context/context.js';
import type { DomainError } from '#core/errors.js';

/** User that asks for a permit, and their tenant. */
export interface Consumer {
  readonly tenantId: string;
  readonly userId: string;
}

/** Consumer of a call. All environments of a tenant use the tenant's share together. */
export const consumerOf = ({ catalogue, principal }: Pick<RequestContext, 'catalogue' | 'principal'>): Consumer => ({
  tenantId: catalogue.environment.tenantId,
  userId: principal.userId,
});

/** Permit of a share while it is held. */
export interface Permit {
  /** Error for the caller when the work under this permit was stopped; undefined otherwise. */
  readonly refusal: DomainError | undefined;
  /** Gives the permit back; further calls do nothing. */
  release(): void;
  /** Corrects the weight once it is known. It may exceed the share; others then wait until the permit is released. */
  weigh(weight: number): void;
  /** Registers a read that may be stopped when it took long and a user who used far less waits. */
  onStop(stop: () => void): void;
}
