import { createHash } from 'node:crypto';
import type { Change } from '#core/changes/change.js';
import { DomainError, Faults } from '#core/errors.js';
import type { NoticeOperation, SubscriptionCommand } from '#core/requests/read-subscription.js';
import { type ChangeFilter, resolveFilter } from '#hub/core/change-filter.js';
import type { Subscriber } from './subscriber.js';

const ID_LENGTH = 22;

/** Stands for a registration without filter. */
export const ALL_CHANGES: SubscriptionCommand = { faults: new Faults() };

/** A subscription of a connected client to some changes of an entity. */
export class FilteredSubscription {
  /** Equal for equal registrations, on any connection. */
  readonly id: string;
  /** True of a registration without filter about whose rows clauses or shares decide. */
  readonly isPlain: boolean;
  isEnded = false;
  #filter: ChangeFilter;
  #by: Pick<Subscriber, 'catalogue' | 'principal'>;

  /** @throws {DomainError} as `resolveFilter` */
  constructor(
    readonly member: Subscriber,
    readonly entityName: string,
    private readonly command: SubscriptionCommand,
  ) {
    [this.#filter, this.#by] = this.#resolved();
    this.isPlain = command === ALL_CHANGES;
    this.id = this.isPlain
      ? entityName
      : createHash('sha256').update(this.#filter.text).digest('base64url').slice(0, ID_LENGTH);
  }

  get filter(): ChangeFilter {
    return this.#filter;
  }

  /** Tells whether it is about the record of a change, as far as ids show. */
  isAbout({ recordId }: Change): boolean {
    return this.command.recordIds?.has(recordId) ?? true;
  }

  wants(operation: NoticeOperation): boolean {
    return this.command.operations?.has(operation) ?? true;
  }

  /** True where definitions or rights of its user are other ones than when it was resolved. */
  get isStale(): boolean {
    return this.#by.catalogue !== this.member.catalogue || this.#by.principal !== this.member.principal;
  }

  /** Resolves it by the definitions and rights of now. @returns the fault by which it ends, if there is one */
  refresh(): DomainError | undefined {
    try {
      [this.#filter, this.#by] = this.#resolved();
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  #resolved(): [ChangeFilter, Pick<Subscriber, 'catalogue' | 'principal'>] {
    const { catalogue, principal } = this.member;
    return [
      resolveFilter({ catalogue, principal }, catalogue.entity(this.entityName), this.command),
      { catalogue, principal },
    ];
  }
}
