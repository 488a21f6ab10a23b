import type { QueryClient } from '@tanstack/react-query';
import { Feed, type FeedListener, type Notice } from '../data/hub';
import { serviceNow } from '../data/service-clock';
import { TASK_SIGNS } from '../queries/inbox';
import type { Writes } from '../data/outcomes';
import type { Environment } from '../data/service';
import type { Session } from '../data/session';

/** Changes that arrive within this time are read once. */
const BURST_MS = 250;

/** State of the hub's connection, for the badge of the frame; `since` is when it was lost. */
export class LiveState {
  isLive = false;
  since: Date | undefined;
  latest: Notice | undefined;
  #version = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  set(isLive: boolean): void {
    if (!isLive && this.since === undefined) this.since = serviceNow();
    if (isLive) this.since = undefined;
    this.isLive = isLive;
    this.#changed();
  }

  notify(notice: Notice): void {
    this.latest = notice;
    this.#changed();
  }

  #changed(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}

/** Connects the hub to the data on the screen: what a change makes old is read again, once for a burst. */
export function newFeed(
  session: Session,
  environment: Environment,
  { queries, writes, state }: { readonly queries: QueryClient; readonly writes: Writes; readonly state: LiveState },
): Feed {
  const changed = new Set<string>();
  const flush = (): void => {
    if ([...changed].some((name) => TASK_SIGNS.has(name))) changed.add('ApprovalTask');
    for (const name of changed) void queries.invalidateQueries({ queryKey: ['rows', name] });
    changed.clear();
  };
  const isOld = (name: string): void => {
    if (changed.size === 0) setTimeout(flush, BURST_MS);
    changed.add(name);
  };
  const listener: FeedListener = {
    changed: ({ EntityName }) => isOld(EntityName),
    completed: (outcome) => writes.complete(outcome),
    notified: (notice) => {
      state.notify(notice);
      isOld('Notification');
    },
    reload: () => void queries.invalidateQueries({ queryKey: ['rows'] }),
    live: (isLive) => state.set(isLive),
  };
  return new Feed(session, environment, listener);
}
