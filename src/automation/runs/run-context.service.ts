import { Injectable } from '@nestjs/common';
import { endedKey } from '#core/catalogue/api-key.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import type { Chain, RunInput } from '#core/catalogue/run.js';
import { DomainError } from '#core/errors.js';
import { onBehalf, SYSTEM_USER_ID, systemContext } from '#core/context/system-context.js';
import type { RunAs } from '#core/catalogue/workflow.js';
import { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import type { Versions } from '#platform/catalogue/environment.repository.js';
import { type ClaimedRun } from '#automation/queue/run-queue.repository.js';

/** Whose run it is. */
export interface RunUser {
  readonly runAs: RunAs;
  /** Null: the notifications of a trigger. */
  readonly workflowId: string | null;
  readonly userId: string | null;
  readonly input: RunInput;
  readonly chain: Chain;
}

/** Builds the contexts of runs, with the definitions and rights of now. */
@Injectable()
export class RunContexts {
  constructor(private readonly directory: CachedDirectory) {}

  /** Lets the next step see what has changed until a run was claimed, or its last step was stored. */
  catchUp({ environmentId }: ClaimedRun, versions: Versions): Promise<void> {
    return this.directory.catchUp(environmentId, versions);
  }

  /** Reads definitions and rights again that have changed, before a step is tried again. */
  refresh(): Promise<void> {
    return this.directory.refresh();
  }

  async catalogue({ tenantId, appId, environmentId }: ClaimedRun): Promise<Catalogue> {
    const catalogue = await this.directory.find(tenantId, appId, environmentId);
    if (!catalogue) throw new Error(`The environment ${environmentId} of a run does not exist.`);
    return catalogue;
  }

  /** Context of what the service itself does for a run, with all rights. */
  async ofService(claimed: ClaimedRun): Promise<RequestContext> {
    const ctx = systemContext(await this.catalogue(claimed), claimed.runId, new Date());
    return { ...ctx, job: { source: 'Workflow', runId: claimed.runId, chain: [] } };
  }

  /**
   * Context of a step: the user who caused the run, with their rights of now, or with all rights.
   * @throws {DomainError} NotMember for a run of a caller who is no active member any more
   */
  async ofStep(claimed: ClaimedRun, user: RunUser, stepId: string): Promise<RequestContext> {
    const catalogue = await this.catalogue(claimed);
    const system = systemContext(catalogue, stepId, new Date());
    const principal = await this.#principal(catalogue, user, system.principal);
    const ctx: RequestContext = {
      ...system,
      requestId: claimed.runId,
      principal,
      job: { source: user.workflowId === null ? 'Trigger' : 'Workflow', runId: claimed.runId, chain: user.chain },
    };
    return user.runAs === 'Service' ? onBehalf(ctx) : ctx;
  }

  async #principal(catalogue: Catalogue, { runAs, userId, input }: RunUser, system: Principal): Promise<Principal> {
    if (userId === null || userId === SYSTEM_USER_ID) return system;
    const { ApiKeyId: keyId } = input;
    const member = await this.directory.caller(catalogue, { userId, keyId });
    if (member && member !== 'inactive') return member;
    if (runAs === 'Service') return { ...system, userId, ...(keyId !== undefined && { key: endedKey(keyId) }) };
    throw new DomainError({
      code: 'NotMember',
      message: 'The user who started the run is not a member any more, or the key has ended.',
    });
  }
}
