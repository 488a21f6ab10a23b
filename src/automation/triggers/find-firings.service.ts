import { keyOfRun } from '#automation/core/workflows/key-of-run.js';
import { Injectable } from '@nestjs/common';
import type { LoggedChange } from '#core/changes/change.js';
import type { RequestContext } from '#core/context/context.js';
import { groupedBy } from '#core/grouped-by.js';
import { JsonText } from '#core/json/json.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { type ActiveTrigger, changedNames, fires, hasConditions } from '#automation/core/triggers/fires.js';
import { firingOf, runsOf, type Firing, type RunCause } from '#automation/core/triggers/firing.js';
import type { ImageCache } from '#core/images/image-cache.js';
import type { ChangeImages } from '#core/images/record-images.js';
import { candidatesOf, type Candidate, type EntityTriggers } from '#automation/core/triggers/triggers-in-force.js';
import { gathered, type Steps } from '#core/steps.js';
import type { NewRun, NewRunInput } from '#core/catalogue/run.js';
import { LoggedImages } from '#platform/change-log/logged-images.repository.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { EvaluateTriggers, type EvaluatedChange, type TriggerOutcome } from './evaluate-triggers.service.js';
import { isLasting, faultText } from './match-faults.js';
import { TriggerReads } from './trigger-reads.repository.js';

/** Changes to match with the triggers that are in force. */
export interface PageToMatch {
  readonly ctx: RequestContext;
  /** In the order of the log. */
  readonly changes: readonly LoggedChange[];
  /** By the name of the entity. */
  readonly triggers: ReadonlyMap<string, EntityTriggers>;
  /** Records as they were before the page; they become those after it. */
  readonly known: ImageCache;
  /** True when the page has failed several times. */
  readonly isRepeated: boolean;
}

/** Users and runs that have caused changes. */
interface Origins {
  /** By correlation id. */
  readonly causes: ReadonlyMap<string, RunCause>;
  /** Of changes by the service itself, by transaction. */
  readonly authors: ReadonlyMap<bigint, string>;
}

/** Records that could not be read. */
export class RecordsUnreadable extends Error {
  constructor(cause: unknown) {
    super('Records could not be read as their changes left them.', { cause });
    this.name = 'RecordsUnreadable';
  }
}

/** Changes of one entity that may fire its triggers. */
interface OfEntity {
  readonly inForce: EntityTriggers;
  readonly candidates: readonly Candidate[];
  /** All changes of their records. */
  readonly changes: readonly LoggedChange[];
}

/** Finds the runs that changes start. */
@Injectable()
export class FindFirings {
  constructor(
    private readonly reads: TriggerReads,
    private readonly images: LoggedImages,
    private readonly evaluations: EvaluateTriggers,
  ) {}

  /** @throws {RecordsUnreadable} a smaller page may be readable; of a single change the runs are failed ones */
  async runs(page: PageToMatch): Promise<readonly NewRun[]> {
    const entities = await inSlices(candidatesIn(page));
    const origins = await this.#origins(
      page.ctx,
      entities.flatMap(({ candidates }) => candidates),
    );
    const firings: Fired[] = [];
    for (const each of entities) for (const firing of await this.#firings(page, each, origins)) firings.push(firing);
    const inOrder = firings.toSorted((a, b) =>
      a.position === b.position ? a.place - b.place : a.position < b.position ? -1 : 1,
    );
    return inOrder.flatMap(({ firing }) => runsOf(page.ctx.catalogue, firing, uuidV7));
  }

  async #origins(ctx: RequestContext, candidates: readonly Candidate[]): Promise<Origins> {
    const changes = candidates.map(({ change }) => change);
    const ofService = changes.filter(({ userId }) => userId === SYSTEM_USER_ID);
    const ids = [...new Set(changes.map(({ correlationId }) => correlationId))];
    const [causes, authors] = await Promise.all([
      ids.length > 0 ? this.reads.causes(ctx, ids) : new Map<string, RunCause>(),
      ofService.length > 0 ? this.reads.authors(ctx, ofService) : new Map<bigint, string>(),
    ]);
    return { causes, authors };
  }

  async #firings(page: PageToMatch, of: OfEntity, origins: Origins): Promise<readonly Fired[]> {
    const { entity, evaluated } = of.inForce;
    const { images, problem } = await this.#images(page, of);
    const toEvaluate = of.candidates.map(({ change, triggers }): EvaluatedChange => {
      return { triggers: new Set(triggers), images: images.get(String(change.position)) ?? {} };
    });
    const logged = new Map(toEvaluate.map((each, n) => [each, withNames(of.candidates[n])]));
    const places = new Map(of.inForce.triggers.map((each, n) => [each, n]));
    const fired = (
      change: EvaluatedChange,
      trigger: ActiveTrigger,
      result?: TriggerOutcome['result'],
    ): readonly Fired[] =>
      firedBy(logged.get(change)!, change.images, { trigger, result, place: places.get(trigger)! }, origins);
    const firings = await inSlices(
      gathered(toEvaluate, (change) =>
        [...change.triggers].flatMap((each) =>
          problem === undefined && hasConditions(each) ? [] : fired(change, each, problem),
        ),
      ),
    );
    // The results of one group at a time: those of all triggers for all changes would be millions.
    for (const group of problem === undefined ? evaluated : []) {
      const outcomes = await this.evaluations.evaluate({ ...page, entity }, group, toEvaluate);
      const found = gathered(outcomes, ({ of: change, trigger, result }) => fired(change, trigger, result));
      for (const each of await inSlices(found)) firings.push(each);
    }
    return firings;
  }

  async #images(page: PageToMatch, { inForce, changes }: OfEntity): Promise<ReadImages> {
    try {
      return { images: await this.images.read(page.ctx, inForce.entity, changes, page.known) };
    } catch (error) {
      if (!isLasting(error, page.isRepeated)) throw error;
      if (page.changes.length > 1) throw new RecordsUnreadable(error);
      return { images: new Map(), problem: `The record could not be read as the change left it: ${faultText(error)}` };
    }
  }
}

interface ReadImages {
  readonly images: ReadonlyMap<string, ChangeImages>;
  readonly problem?: string;
}

interface Fired {
  readonly position: bigint;
  /** Place of the trigger among those of its entity. */
  readonly place: number;
  readonly firing: Firing;
}

/** Candidates by entity. Records that have changed without any are no longer known. */
function* candidatesIn({ changes, triggers, known }: PageToMatch): Steps<readonly OfEntity[]> {
  const found: OfEntity[] = [];
  for (const [entityName, all] of groupedBy(changes, ({ entityName: name }) => name)) {
    const inForce = triggers.get(entityName);
    const candidates = inForce ? yield* candidatesOf(inForce, all) : [];
    const wanted = new Set(candidates.map(({ change }) => change.recordId));
    for (const { recordId } of all) if (!wanted.has(recordId)) known.forget(entityName, recordId);
    const ofCandidates = all.filter(({ recordId }) => wanted.has(recordId));
    if (inForce && candidates.length > 0) found.push({ inForce, candidates, changes: ofCandidates });
  }
  return found;
}

const withNames = ({ change }: Candidate) => ({ change, changed: changedNames(change) });

/** Firing of one trigger by one change, if it fires. */
function firedBy(
  { change, changed }: ReturnType<typeof withNames>,
  { before, after }: ChangeImages,
  { trigger, result, place }: Pick<TriggerOutcome, 'trigger'> & Partial<TriggerOutcome> & { readonly place: number },
  { causes, authors }: Origins,
): readonly Fired[] {
  const isFailed = typeof result === 'string';
  if (!isFailed && !fires(trigger, change, changed, result)) return [];
  const record = after ?? (trigger.trigger.handler === undefined ? (before ?? new JsonText('{}')) : undefined);
  const input: NewRunInput = {
    ...(record && { Record: record }),
    ...(before && { Old: before }),
    ...keyOfRun(change.keyId),
  };
  const facts = {
    input,
    userId: authors.get(change.xid) ?? change.userId,
    cause: causes.get(change.correlationId),
    ...(isFailed && { failed: result }),
  };
  return [{ position: change.position, place, firing: firingOf(trigger.trigger, change, facts) }];
}
