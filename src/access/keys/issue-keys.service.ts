import { Injectable } from '@nestjs/common';
import { API_KEY } from '#core/catalogue/access-entities.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { DomainError } from '#core/errors.js';
import { KnownKeys, newSecret } from '#platform/catalogue/known-keys.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { DefinitionChangesRepository, queryOn, type DefinitionChange } from '#definitions/index.js';
import { keyFaults } from '#access/core/keys/key-faults.js';
import { MemberRepository } from '#access/rights/member.repository.js';
import { KeyRepository } from './key.repository.js';

/** Checks written keys, and makes the secret of a new one, which the answer of its insert shows and nothing stores. */
@Injectable()
export class IssueKeys implements BeforeCommitHook {
  constructor(
    private readonly changes: DefinitionChangesRepository,
    private readonly members: MemberRepository,
    private readonly keys: KeyRepository,
    private readonly known: KnownKeys,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('keys', this);
  }

  concerns(_: RequestContext, { name }: Entity): boolean {
    return name === API_KEY;
  }

  /** @throws {DomainError} FieldRule, AdministratorRequired; Validation for a key that another route would create */
  async beforeCommit(ctx: RequestContext, _: readonly Entity[], tx: Transaction): Promise<void> {
    const query = queryOn(ctx, tx);
    const changes = await this.changes.read(ctx, [API_KEY], query);
    const kept = changes.filter(({ operation }) => operation !== 'Delete');
    if (kept.length === 0) return;
    await this.#check(ctx, kept, tx);
    const created = kept.filter(({ operation }) => operation === 'Create');
    for (const { id } of created) await this.#issue(ctx, id, tx);
  }

  async #check(ctx: RequestContext, changes: readonly DefinitionChange[], tx: Transaction): Promise<void> {
    const query = queryOn(ctx, tx);
    const stored = await this.keys.byIds(
      ctx,
      changes.map(({ id }) => id),
      query,
    );
    const { userId: callerId } = ctx.principal;
    const users = [...stored.values()].map((key) => key.text('UserId')!);
    const members = await this.members.read(ctx, [callerId, ...users], query);
    const isService = callerId === SYSTEM_USER_ID;
    const faults = changes.flatMap(({ id, operation, old }) => {
      const key = stored.get(id);
      if (!key || operation === 'Delete') return [];
      return keyFaults({
        id,
        operation,
        key,
        old,
        callerId,
        catalogue: ctx.catalogue,
        at: ctx.at,
        isAdministrator: isService || members.get(callerId)?.isAdministrator === true,
        isOfAdministrator: members.get(key.text('UserId')!)?.isAdministrator === true,
      });
    });
    if (faults.length > 0) throw new DomainError(...faults);
  }

  /** Only an insert of the key itself has an answer with a place for the secret. */
  async #issue(ctx: RequestContext, id: string, tx: Transaction): Promise<void> {
    const { submission } = ctx;
    if (submission?.recordId !== id) {
      const message = 'A key is created by POST /api/v1/records/insert alone, whose answer shows its secret.';
      throw new DomainError({ code: 'Validation', message, recordId: id });
    }
    const secret = newSecret(id);
    await this.known.add(secret, { environmentId: ctx.catalogue.environment.id, keyId: id }, queryOn(ctx, tx));
    tx.onCommit(() => submission.answerOnce(secret));
  }
}
