import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { ChangedAccess, MovedOwners } from '#access/core/previews/compare-access.js';
import {
  gainedRecords,
  sampledRecords,
  scopeChange,
  type SampledRecord,
} from '#access/core/previews/gained-records.sql.js';
import type { Gains } from '#access/core/previews/preview.js';
import { Database } from '#platform/database/database.js';
import { withoutRights } from '#access/users/asked-users.service.js';

/** Milliseconds after which no further records are counted. */
export const COUNT_MS = 10_000;

const NOTHING: Gains = { gained: [], lost: [] };

/** Counting of one preview. */
export interface Count {
  readonly ctx: RequestContext;
  readonly moved: MovedOwners;
  /** Time by `performance.now()` after which nothing is counted. */
  readonly endsAt: number;
  /** Records of accesses that are the same for all users. */
  readonly known: Map<string, Gains>;
  isOver: boolean;
}

/**
 * Counts the records that users gain and lose, in the stored data, one statement after the other: a preview takes one
 * connection of the caller's share at a time.
 */
@Injectable()
export class CountRecords {
  constructor(private readonly database: Database) {}

  begin(ctx: RequestContext, moved: MovedOwners): Count {
    return { ctx, moved, endsAt: performance.now() + COUNT_MS, known: new Map(), isOver: false };
  }

  /** @returns undefined for records that are not counted: those of views, and all after the time limit */
  async count(count: Count, access: ChangedAccess): Promise<Gains | undefined> {
    const { entity, operation, from, to } = access;
    if (operation === 'create') return NOTHING;
    if (entity.view) return undefined;
    const key = isForAll(access) ? `${entity.name} ${from} ${to}` : undefined;
    const known = key === undefined ? undefined : count.known.get(key);
    if (known) return known;
    count.isOver ||= performance.now() > count.endsAt;
    if (count.isOver) return undefined;
    const gains = await this.#read(count, access).catch((error: unknown) => endAtTimeout(count, error));
    if (key !== undefined && gains) count.known.set(key, gains);
    return gains;
  }

  /** Reads records by their ids, as people know them. */
  async sample({ ctx }: Count, entity: Entity, ids: readonly string[]): Promise<readonly SampledRecord[]> {
    return ids.length === 0 ? [] : this.database.runStatement(sampledRecords, ctx, { ids }, entity);
  }

  async #read({ ctx, moved }: Count, { user, entity, operation, from, to, reach }: ChangedAccess): Promise<Gains> {
    const subject = { ...ctx, principal: { ...withoutRights(user.id), reachTeamIds: reach.after } };
    const values = { before: reach.before, moved: [...moved.keys()], teams: [...moved.values()] };
    // Records of logs keep the team that they have.
    const hasMoved = moved.size > 0 && entity.kind !== 'log';
    const change = scopeChange({ from, to, isRead: operation === 'read', hasMoved });
    const statement = this.database.statements.of(ctx, gainedRecords, [entity, change]);
    // The call is the Administrator's, and takes their share of connections; its values are the user's.
    const args = gainedRecords.bind(subject, values);
    const [row] = await this.database.execute<{ gained: string | null; lost: string | null }>(ctx, statement, args);
    return { gained: idsIn(row.gained), lost: idsIn(row.lost) };
  }
}

/** True where neither owners nor teams decide. */
const isForAll = ({ from, to }: ChangedAccess): boolean =>
  [from, to].every((scope) => scope === 'All' || scope === 'None');

const idsIn = (json: string | null): readonly string[] => (json === null ? [] : (JSON.parse(json) as string[]));

function endAtTimeout(count: Count, error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'QueryTimeout') throw error;
  count.isOver = true;
}
