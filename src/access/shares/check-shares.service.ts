import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import { RECORD_SHARE } from '#core/catalogue/share-entities.js';
import type { RequestContext } from '#core/context/context.js';
import { limitingRoles } from '#core/rights/limiting-roles.js';
import { Args } from '#core/statements/args.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';
import { type BeforeCommitHook, BeforeCommitHooks, WriteRefused } from '#records/index.js';
import { compileGivenShares, type GivenShare, givenSharesKey } from '#access/core/shares/given-shares.sql.js';
import { shareFaults } from '#access/core/shares/share-faults.js';

/** Checks that shares are given by those who may update the record by their own rights. */
@Injectable()
export class CheckShares implements BeforeCommitHook {
  constructor(
    private readonly statements: StatementCache,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('shares', this);
  }

  concerns(_: RequestContext, { name }: Entity): boolean {
    return name === RECORD_SHARE;
  }

  /** @throws {WriteRefused} Validation, OutOfScope */
  async beforeCommit(ctx: RequestContext, _: readonly Entity[], tx: Transaction): Promise<void> {
    const statement = this.statements.get(ctx, givenSharesKey(ctx), () => compileGivenShares(ctx), 'read');
    const given = await tx.execute<GivenShare>(statement, new Args(ctx));
    const conditionsOf = ({ entity, isUnmet }: GivenShare): string | undefined =>
      entity !== null && isUnmet ? limitingRoles(ctx, ctx.catalogue.entity(entity), 'update') : undefined;
    const faults = given.flatMap((share) => shareFaults(share, conditionsOf(share)));
    if (faults.length > 0) throw new WriteRefused(...faults);
  }
}
