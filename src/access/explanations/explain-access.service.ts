import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import {
  explainAccess,
  scopeOperation,
  type Explained,
  type ExplainedRecord,
  type AccessExplanation,
} from '#access/core/explanations/explain-access.js';
import type { RecordFacts } from '#access/core/explanations/explain-record.sql.js';
import { rule, sentence } from '#core/rights/reason.js';
import { Directory } from '#platform/catalogue/directory.js';
import { Database } from '#platform/database/database.js';
import { ProtectChildren } from '#records/index.js';
import { AvailableStatuses } from '#lifecycle/index.js';
import { AskedUsers, noSuch } from '#access/users/asked-users.service.js';
import type { Question } from './question.js';
import { ExplainedRecords } from './explained-records.repository.js';

/** Operations that no approval locks. */
const UNLOCKED: ReadonlySet<Explained> = new Set<Explained>(['Read', 'Create', 'Execute']);

const INACTIVE: AccessExplanation = {
  Allowed: false,
  Scope: 'None',
  Reasons: [rule('IsActive', sentence('UserInactive'))],
};

/** Explains what decides about an operation (docs/interface/access.md#explain-access). */
@Injectable()
export class ExplainAccess {
  constructor(
    private readonly directory: Directory,
    private readonly users: AskedUsers,
    private readonly records: ExplainedRecords,
    private readonly statuses: AvailableStatuses,
    private readonly parents: ProtectChildren,
    private readonly database: Database,
  ) {}

  /** @throws {DomainError} NotFound for an unknown user, and for a record that the caller may not read */
  async explain(ctx: RequestContext, question: Question): Promise<AccessExplanation> {
    const { entity, operation, recordId } = question;
    const mayKnow = ctx.principal.isAdministrator;
    if (recordId !== undefined) await this.#requireReadable(ctx, entity, recordId);
    const user = await this.#asUser(ctx, question);
    if (user === 'inactive') return INACTIVE;
    const record = recordId === undefined ? undefined : await this.#record(user, question, { recordId, mayKnow });
    return explainAccess(user, { entity, explained: operation, mayKnow }, record);
  }

  /** Answers a record that the caller may not read as if it were not there. */
  async #requireReadable(ctx: RequestContext, entity: Entity, recordId: string): Promise<void> {
    const facts = entity.view ? undefined : await this.records.facts(ctx, entity, 'read', recordId);
    if (!facts?.isReadable) throw noSuch('record', 'recordId');
  }

  async #asUser(ctx: RequestContext, { userId, keyId }: Question): Promise<RequestContext | 'inactive'> {
    if (keyId !== undefined && keyId !== ctx.principal.key?.id) return this.#withKey(ctx, userId, keyId);
    return this.users.find(ctx, userId);
  }

  /** The user as a key lets them act. Its user and Administrators learn of a key, another key does not. */
  async #withKey(ctx: RequestContext, userId: string, keyId: string): Promise<RequestContext | 'inactive'> {
    const mayAsk = ctx.principal.isAdministrator || ctx.principal.key === undefined;
    const principal = mayAsk ? await this.directory.keyed(ctx.catalogue, keyId) : undefined;
    if (principal === 'inactive') return principal;
    // An Administrator need not name the user: the key does.
    const isAnyUser = ctx.principal.isAdministrator && userId === ctx.principal.userId;
    if (!principal || (principal.userId !== userId && !isAnyUser)) throw noSuch('key', 'keyId');
    return { ...ctx, principal };
  }

  async #record(
    user: RequestContext,
    { entity, operation }: Question,
    { recordId, mayKnow }: { readonly recordId: string; readonly mayKnow: boolean },
  ): Promise<ExplainedRecord> {
    const facts = await this.records.facts(user, entity, scopeOperation(operation), recordId);
    if (!facts) throw noSuch('record', 'recordId');
    const isParentLocked = !UNLOCKED.has(operation) && (await this.#isParentLocked(user, entity, facts));
    const { lifecycle } = entity;
    const isMove = operation === 'Move' && lifecycle !== undefined;
    const evaluated = mayKnow ? { transitions: lifecycle?.transitions } : {};
    const moves = isMove ? await this.statuses.movesOf(user, { entity, lifecycle }, recordId, evaluated) : undefined;
    return { facts, isParentLocked, ...(moves && { moves }) };
  }

  /** Looks as a write does before its commit, in a transaction that is rolled back. */
  #isParentLocked(user: RequestContext, entity: Entity, { id }: RecordFacts): Promise<boolean> {
    if (!this.parents.concerns(user, entity)) return Promise.resolve(false);
    return this.database.transaction(user, async (tx) => {
      tx.rollbackOnly();
      const faults = await this.parents.faultsAbove(user, [{ entity, ids: [id] }], tx);
      return faults.length > 0;
    });
  }
}
