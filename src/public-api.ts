/** The package as other projects import it: whatever is exported here is public, and nothing else (docs/embed.md). */
import 'reflect-metadata';
import type { INestApplication, Type } from '@nestjs/common';
import { createApp } from './app.js';
import type { Config } from './platform/process/config/config.js';
import { loadConfig } from './platform/process/config/load-config.js';

export {
  type ActionContext,
  type ActionOptions,
  AfterCommit,
  type AfterCommitOptions,
  type CommittedEvent,
  type CommittedRecord,
  Retry,
  WorkflowAction,
} from './automation/index.js';
export type { PlainJson } from './automation/core/coded-actions/plain-json.js';
export {
  type AfterDelete,
  type AfterInsert,
  type AfterUpdate,
  type BeforeDelete,
  type BeforeInsert,
  type BeforeUpdate,
  type HookCaller,
  type HookOptions,
  RecordHook,
  type Refusal,
  type ValidatedMove,
} from './records/index.js';
export {
  startTestService,
  type TestAnswer,
  type TestCaller,
  type TestOptions,
  type TestService,
} from './start-test-service.js';

/** Settings by the names of docs/settings.md, such as `{ PORT: '0' }`; an empty one counts as absent. */
export type ServiceSettings = Readonly<Record<string, string | undefined>>;

/** Settings that `loadConfig` has read and checked. Its other members are not public. */
export interface ServiceConfig {
  /** NODE_ENV is `production`. */
  readonly production: boolean;
  /** PORT, which an application passes to `listen`. */
  readonly port: number;
  /** HOST, which an application passes to `listen`. */
  readonly host: string;
  /** Settings that are allowed, but weaken security: an application logs them. */
  readonly warnings: readonly string[];
}

/** Configurations that `loadConfig` has answered: `createApp` takes nothing else. */
const loaded = new WeakSet<ServiceConfig>();

/**
 * Reads the settings of the service.
 *
 * @param settings those of the process by default
 * @throws {Error} that lists all invalid settings
 */
function readConfig(settings?: ServiceSettings): ServiceConfig {
  const config = loadConfig(settings);
  loaded.add(config);
  return config;
}

/**
 * Creates the whole service as a Nest application, which does not listen yet. Its routes are under `/api/v1`, its hub is
 * at `/hubs/crud-notifications`.
 *
 * @param config what `loadConfig` answers
 * @param modules modules of the application itself: hooks, and controllers and providers beside those of the service
 */
function createService(config: ServiceConfig, modules: readonly Type[] = []): Promise<INestApplication> {
  if (!loaded.has(config)) throw new Error('createApp takes the configuration that loadConfig answers, unchanged.');
  return createApp(config as Config, modules);
}

export { createService as createApp, readConfig as loadConfig };
