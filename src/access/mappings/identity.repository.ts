import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { RequestContext } from '#core/context/context.js';
import { render } from '#core/sql/sql.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { queryOn } from '#definitions/index.js';
import {
  compileAddressed,
  compileFreeNames,
  compileHeld,
  compileIdentified,
  compileOtherAdministrators,
} from '#access/core/mappings/identity.sql.js';

/** A token of a person, of an environment. */
export interface IssuedToken {
  readonly environmentId: string;
  readonly issuer: string;
  readonly subject: string;
  /** Seconds since 1970. */
  readonly issuedAt: number;
}

/** A user, as tokens find them. */
export interface FoundUser {
  readonly id: string;
  readonly isActive: boolean;
  /** They have no external identity. */
  readonly isFree: boolean;
  readonly kind: string;
}

/** Record that gives a role or a team to a user. */
export interface HeldRecord {
  readonly id: string;
  /** Id of the role or team. */
  readonly target: string;
  /** Id of the mapping that has given it; null where a user has. */
  readonly mapping: string | null;
}

/** Values by which a token is stored: not who the person is. */
export const storedValues = ({ environmentId, issuer, subject, issuedAt }: IssuedToken): readonly unknown[] => [
  environmentId,
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest(),
  issuedAt,
];

/** Reads users as tokens name them, and notes the newest token of each person. */
@Injectable()
export class IdentityRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Tells whether this token of a person, or a newer one, was stored. */
  async isStored(token: IssuedToken): Promise<boolean> {
    const rows = await this.platform.repeatable(
      `SELECT 1
       FROM platform.issued_token
       WHERE environment_id = $1 AND person = $2 AND issued_at >= $3`,
      [...storedValues(token)],
    );
    return rows.length > 0;
  }

  /**
   * Notes the token; others of the person wait for the end of the transaction.
   * @returns false where it or a newer one was stored
   */
  async claim(ctx: RequestContext, token: IssuedToken, tx: Transaction): Promise<boolean> {
    const rows = await queryOn(ctx, tx)(
      `INSERT INTO platform.issued_token AS t (environment_id, person, issued_at)
       VALUES ($1::uuid, $2, $3::float8)
       ON CONFLICT (environment_id, person) DO UPDATE SET issued_at = EXCLUDED.issued_at
       WHERE t.issued_at < EXCLUDED.issued_at
       RETURNING 1`,
      [...storedValues(token)],
    );
    return rows.length > 0;
  }

  /** Finds a user by their id, or by their external identity. */
  async identified(
    ctx: RequestContext,
    userId: string | undefined,
    { issuer, subject }: IssuedToken,
    tx: Transaction,
  ): Promise<FoundUser | undefined> {
    const values = [userId ?? null, issuer, subject];
    const [found] = await queryOn(ctx, tx)<FoundUser>(render(compileIdentified(ctx)).text, values);
    return found;
  }

  /** Users with an address, which are locked. */
  addressed(ctx: RequestContext, email: string, tx: Transaction): Promise<readonly FoundUser[]> {
    return queryOn(ctx, tx)<FoundUser>(render(compileAddressed(ctx)).text, [email]);
  }

  /** The first of the names that no user has. */
  async freeName(ctx: RequestContext, names: readonly string[], tx: Transaction): Promise<string | undefined> {
    const [free] = await queryOn(ctx, tx)<{ name: string }>(render(compileFreeNames(ctx)).text, [names]);
    return free?.name;
  }

  /** Records by which a user has some of the roles and teams. */
  held(
    ctx: RequestContext,
    userId: string,
    targetIds: readonly string[],
    tx: Transaction,
  ): Promise<readonly HeldRecord[]> {
    return queryOn(ctx, tx)<HeldRecord>(render(compileHeld(ctx)).text, [userId, targetIds]);
  }

  /** Tells whether the environment has an active Administrator beside a user. */
  async hasOtherAdministrator(ctx: RequestContext, userId: string, tx: Transaction): Promise<boolean> {
    const text = render(compileOtherAdministrators(ctx)).text;
    const [row] = await queryOn(ctx, tx)<{ others: number }>(text, [userId]);
    return row.others > 0;
  }
}
