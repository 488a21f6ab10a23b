import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '#core/context/context.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { admitted } from './admitted.js';
import { isFrozen, isOfOtherTables, isOutdated, outdated } from '#platform/database/connections/database.errors.js';
import { MOST_ATTEMPTS } from '#platform/process/scheduling/attempts.js';
import { REPEAT } from '#platform/process/scheduling/backoff.js';
import { callerIds } from './directory.js';
import { CachedDirectory } from './cached-directory.js';
import { StoredMarks } from './stored-marks.repository.js';
import type { WriteExtent } from '#core/catalogue/used-definitions.js';

/** Renews the context of a call whose definitions were changed while it ran. */
@Injectable()
export class RenewContext {
  constructor(
    private readonly directory: CachedDirectory,
    private readonly marks: StoredMarks,
  ) {}

  /**
   * Does the work of a call, and again by the definitions and rights of now where changed definitions may have made it
   * fail.
   * @param work has stored nothing when it fails, unless `isRepeatable` says so
   * @throws errors of `work`; {DomainError} NotMember, TokenInvalid where the caller has left the environment meanwhile
   */
  async execute<T>(
    ctx: RequestContext,
    work: (ctx: RequestContext) => Promise<T>,
    isRepeatable = (): boolean => true,
  ): Promise<T> {
    let current = ctx;
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(current);
      } catch (error) {
        const renewed = attempt < MOST_ATTEMPTS && isRepeatable() && (await this.#after(error, current, attempt));
        if (!renewed) throw error;
        current = renewed;
      }
    }
  }

  /**
   * The context of a write at the version of now, by the definitions of its beginning.
   * @param written absent: the write may use everything
   * @throws {DomainError} of `outdated`, where what the write uses has changed
   */
  async unlessUsed(ctx: RequestContext, written: WriteExtent | undefined): Promise<RequestContext> {
    const version = written && (await this.marks.versionUnlessUsed(ctx, written));
    if (version === undefined) throw outdated();
    return { ...ctx, catalogue: ctx.catalogue.at(version) };
  }

  /** @returns undefined for errors with other causes, and where the definitions are those of the call */
  async #after(error: unknown, ctx: RequestContext, attempt: number): Promise<RequestContext | undefined> {
    if (!isOutdated(error) && !isOfOtherTables(error) && !isFrozen(error)) return undefined;
    await sleep(REPEAT.after(attempt));
    return this.#renewed(ctx);
  }

  async #renewed(ctx: RequestContext): Promise<RequestContext | undefined> {
    const { tenantId, appId, id } = ctx.catalogue.environment;
    await this.directory.refresh();
    const catalogue = await this.directory.find(tenantId, appId, id);
    if (!catalogue || catalogue.version === ctx.catalogue.version) return undefined;
    const { userId } = ctx.principal;
    // The service itself has all rights, and is no member.
    if (userId === SYSTEM_USER_ID) return { ...ctx, catalogue };
    return { ...ctx, ...admitted(catalogue, await this.directory.caller(catalogue, callerIds(ctx.principal)), userId) };
  }
}
