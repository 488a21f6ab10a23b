import type { Environment } from '#core/catalogue/environment.js';
import type { RecordImage } from '#core/fields/record-image.js';
import type { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import type { ChangeLog } from '#platform/change-log/change-log.js';
import type { Traces } from '#platform/observability/traces/traces.js';
import type { Audience } from '#hub/core/audience.js';
import type { FilteredSubscription } from './filtered-subscription.js';
import type { FindNotifications } from './find-notifications.repository.js';
import type { JudgeChanges } from './judge-changes.service.js';
import type { Notice } from './notice.js';
import type { Subscriber } from './subscriber.js';

/** Sends a notice to its receivers; returns a promise if the next one must wait. */
export type SendNotice = (
  notice: Notice,
  receivers: Audience | readonly Subscriber[],
  environment: Environment,
) => Promise<void> | undefined;

/** Sends a `Notification` record to its owner; returns a promise if the next one must wait. */
export type SendNotification = (record: RecordImage, environment: Environment) => Promise<void> | undefined;

/** Tells a client that one of its filtered subscriptions has ended. */
export type SendEnded = (subscription: FilteredSubscription, reason: string) => void;

/** Tells a client that records of an entity may have entered or left what its user reads. */
export type SendScopeChanged = (member: Subscriber, entityName: string) => void;

/** Dependencies that all feeds share. */
export interface FeedSources {
  readonly changes: ChangeLog;
  readonly directory: CachedDirectory;
  readonly notifications: FindNotifications;
  readonly judgement: JudgeChanges;
  readonly traces: Traces;
  readonly sendNotice: SendNotice;
  readonly sendNotification: SendNotification;
  readonly sendEnded: SendEnded;
  readonly sendScopeChanged: SendScopeChanged;
  readonly onError: (error: unknown) => void;
}
