import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { availableMoves, type AvailableMoves } from '#lifecycle/core/moves/available.js';
import { allowedTransitions } from '#lifecycle/core/moves/candidates.js';
import type { Transition } from '#core/catalogue/lifecycle.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { ReadImages, ValidateMoves } from '#records/index.js';
import { StatusRepository } from './status.repository.js';
import type { StatusEntity } from '#lifecycle/core/moves/prepare-move.js';
import { NO_SUCH_RECORD, RecordEntities } from './record-entities.service.js';
import type { AvailableCommand } from './status-commands.js';

/** Tells which statuses a record can move to (docs/interface/lifecycle.md#available-statuses). */
@Injectable()
export class AvailableStatuses {
  constructor(
    private readonly entities: RecordEntities,
    private readonly records: StatusRepository,
    private readonly validators: ValidateMoves,
    private readonly images: ReadImages,
    private readonly database: Database,
  ) {}

  /** @throws {DomainError} faults of the request; NotFound for a record that the caller may not read */
  async find(
    ctx: RequestContext,
    { recordId, entityName, shapeFaults }: AvailableCommand,
  ): Promise<{ readonly entity: StatusEntity; readonly moves: AvailableMoves }> {
    const named = this.entities.named(ctx, entityName, 'entityName');
    if (shapeFaults.length > 0) throw new DomainError(...shapeFaults);
    const entity = await this.entities.find(ctx, recordId, named);
    const moves = await this.movesOf(ctx, entity, recordId);
    if (!moves) throw new DomainError({ ...NO_SUCH_RECORD, path: 'recordId' });
    return { entity, moves };
  }

  /**
   * The moves of a record, `undefined` where the caller may not read it.
   * @param place.tx that the record is read in; absent: a statement of its own
   * @param place.transitions to evaluate; absent: those that the caller may take
   */
  async movesOf(
    ctx: RequestContext,
    target: StatusEntity,
    recordId: string,
    place: { readonly tx?: Transaction; readonly transitions?: readonly Transition[] } = {},
  ): Promise<AvailableMoves | undefined> {
    const { tx, transitions = allowedTransitions(ctx, target.lifecycle.transitions) } = place;
    const found = await this.records.evaluate(ctx, target, { recordId, transitions }, tx);
    if (!found) return undefined;
    const moves = availableMoves(target.lifecycle, found.evaluated, found.row);
    const hooked = [...moves.open, ...moves.blocked.map(({ transition }) => transition)].filter(isHooked);
    if (hooked.length === 0) return moves;
    const asked = (within: Transaction): Promise<Refused> =>
      this.#ask(ctx, target, { id: found.row.id, hooked, moves }, within);
    return availableMoves(
      target.lifecycle,
      found.evaluated,
      found.row,
      await (tx ? asked(tx) : this.#reading(ctx, asked)),
    );
  }

  /** Hooks in code read inside a transaction, which is rolled back. */
  #reading<T>(ctx: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(ctx, (tx) => {
      tx.rollbackOnly();
      return work(tx);
    });
  }

  async #ask(
    ctx: RequestContext,
    { entity, lifecycle }: StatusEntity,
    {
      id,
      hooked,
      moves,
    }: { readonly id: string; readonly hooked: readonly Transition[]; readonly moves: AvailableMoves },
    tx: Transaction,
  ): Promise<Refused> {
    const refused = new Map<Transition, readonly string[]>();
    const old = (await this.images.byIds(ctx, entity, [id], tx)).get(id);
    if (!old || moves.fromStatusId === null) return refused;
    const from = lifecycle.statuses.get(moves.fromStatusId)!.name;
    for (const transition of hooked) {
      const { toStatusId } = transition;
      const record = Object.freeze({ ...old, StatusId: toStatusId });
      const to = lifecycle.statuses.get(toStatusId)!.name;
      const lacking = this.validators.lacking(transition);
      const asked =
        lacking.length > 0 ? lacking : this.validators.refusals(ctx, { entity, transition, from, to, old, record }, tx);
      refused.set(transition, await asked);
    }
    return refused;
  }
}

/** Messages of hooks in code, by transition. */
type Refused = ReadonlyMap<Transition, readonly string[]>;

const isHooked = ({ validators }: Transition): boolean => validators.some(({ hook }) => hook !== undefined);
