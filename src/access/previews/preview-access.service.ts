import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { HoldersById } from '#access/core/rights/people.js';
import { compareFields, type FieldRightChange } from '#access/core/previews/compare-fields.js';
import { compareAccess, type ChangedAccess } from '#access/core/previews/compare-access.js';
import {
  byOperation,
  DistinctRecords,
  entityChange,
  isChange,
  MAX_ELEMENTS,
  MAX_USERS,
  ofFirstUsers,
  userChange,
  type EntityChange,
  type UserChange,
} from '#access/core/previews/preview.js';
import { COUNT_MS, CountRecords, type Count } from './count-records.service.js';
import { MemberRepository } from '#access/rights/member.repository.js';
import type { PreviewQuestion } from './preview-question.js';
import { RehearseAccess } from './rehearse-access.service.js';

/** Access and records that users would gain and lose. */
export interface Preview {
  readonly summary: readonly EntityChange[];
  readonly users: readonly UserChange[];
  readonly fields: readonly FieldRightChange[];
  /** True where users were left out. */
  readonly isTruncated: boolean;
  readonly log: readonly string[];
}

/** Previews changes of access (docs/interface/access.md#preview-access). */
@Injectable()
export class PreviewAccess {
  constructor(
    private readonly rehearsal: RehearseAccess,
    private readonly records: CountRecords,
    private readonly members: MemberRepository,
  ) {}

  /** @throws {DomainError} with the faults of the steps, each at its change; NotFound for unknown users */
  async preview(ctx: RequestContext, { steps, userIds, log }: PreviewQuestion): Promise<Preview> {
    const rehearsed = await this.rehearsal.rehearse(ctx, steps).catch(throwInChanges);
    const { before, after, moved } = rehearsed;
    if (userIds) await this.#requireUsers(ctx, userIds, after.members);
    const asked = [...(userIds ?? rehearsed.userIds)];
    const compared = await inSlices(compareAccess(asked, before, after, moved));
    const fields = await inSlices(compareFields(asked, before, after));
    const changed = ofFirstUsers(compared);
    const count = this.records.begin(ctx, moved);
    const counted = await this.#count(count, changed);
    const isTruncated = changed.length < compared.length;
    return {
      ...counted,
      fields,
      isTruncated,
      log: [...log, ...rehearsed.log.map(inChanges), ...remarks(count, isTruncated)],
    };
  }

  async #requireUsers(ctx: RequestContext, userIds: readonly string[], after: HoldersById): Promise<void> {
    const stored = await this.members.committed(ctx, userIds);
    const missing = userIds.flatMap((id, i): readonly Fault[] => {
      const path = `UserIds[${i}]`;
      return stored.has(id) || after.has(id)
        ? []
        : [{ code: 'NotFound', message: `${path}: there is no such user.`, path }];
    });
    if (missing.length > 0) throw new DomainError(missing);
  }

  async #count(count: Count, changed: readonly ChangedAccess[]): Promise<Pick<Preview, 'summary' | 'users'>> {
    const summary: EntityChange[] = [];
    const users = new Map<ChangedAccess, UserChange>();
    for (const group of byOperation(changed)) {
      const records = new DistinctRecords();
      let found = 0;
      for (const access of group) {
        const gains = await this.records.count(count, access);
        if (!isChange(access, gains)) continue;
        found++;
        records.add(gains);
        users.set(access, userChange(access, gains));
      }
      if (found === 0) continue;
      const sample = await this.records.sample(count, group[0].entity, records.sample);
      summary.push(entityChange(group[0], found, records, sample));
    }
    return { summary, users: changed.flatMap((access) => users.get(access) ?? []) };
  }
}

function remarks({ isOver }: Count, isTruncated: boolean): readonly string[] {
  const time = `Gained and Lost are null where records were not counted within ${COUNT_MS / 1000} s.`;
  const users = `Only the first users are listed: ${MAX_USERS} at most, with ${MAX_ELEMENTS} elements at most. Name others in UserIds.`;
  return [...(isOver ? [time] : []), ...(isTruncated ? [users] : [])];
}

/** The steps of the batch are the changes of the request. */
const inChanges = (path: string): string => path.replace(/^Steps\[/, 'Changes[');

const placed = ({ path, ...fault }: Fault): Fault => ({
  ...fault,
  ...(path !== undefined && { path: inChanges(path) }),
});

function throwInChanges(error: unknown): never {
  throw error instanceof DomainError ? new DomainError(error.faults.map(placed)) : error;
}
