import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Reason } from '#core/rights/reason.js';
import { explainAccess } from '#access/core/explanations/explain-access.js';
import { MemberRepository } from '#access/rights/member.repository.js';
import { AskedUsers, noSuch } from '#access/users/asked-users.service.js';
import { ExplainedRecords } from './explained-records.repository.js';

/** Milliseconds after which no further users are looked at. */
export const READERS_MS = 10_000;

/** A user who may read a record, and what lets them. */
export interface ReaderOfRecord {
  readonly UserId: string;
  readonly UserName: string;
  readonly Reasons: readonly Reason[];
}

/** Readers of a record, by their names. */
export interface ReadersOfRecord {
  readonly readers: readonly ReaderOfRecord[];
  /** True where users were left out. */
  readonly isTruncated: boolean;
}

/** Answers who may read a record (docs/interface/access.md#readers-of-a-record). */
@Injectable()
export class ListReaders {
  constructor(
    private readonly members: MemberRepository,
    private readonly users: AskedUsers,
    private readonly records: ExplainedRecords,
  ) {}

  /**
   * Asks for each active user as an explanation of their reading does.
   * @throws {DomainError} NotFound for a record that is not there
   */
  async list(ctx: RequestContext, entity: Entity, recordId: string): Promise<ReadersOfRecord> {
    const found = entity.view ? undefined : await this.records.facts(ctx, entity, 'read', recordId);
    if (!found?.isReadable) throw noSuch('record', 'recordId');
    const endsAt = performance.now() + READERS_MS;
    const members = [...(await this.members.committed(ctx, null)).values()].filter(({ isActive }) => isActive);
    const readers: ReaderOfRecord[] = [];
    for (const { id, name } of members.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (performance.now() > endsAt) return { readers, isTruncated: true };
      const user = await this.users.rightsOf(ctx, id);
      const facts = await this.records.facts(user, entity, 'read', recordId);
      if (!facts) continue;
      const { Allowed, Reasons } = explainAccess(
        user,
        { entity, explained: 'Read', mayKnow: true },
        { facts, isParentLocked: false },
      );
      if (Allowed) readers.push({ UserId: id, UserName: name, Reasons });
    }
    return { readers, isTruncated: false };
  }
}
