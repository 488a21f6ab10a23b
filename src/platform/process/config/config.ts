import type { DefinitionLimits } from '#core/catalogue/definition-limits.js';
import type { LimitsConfig } from './limits-config.js';
import type { TokenConfig } from './token-config.js';
import type { TracesConfig } from './traces-config.js';
import type { PluginsConfig } from './plugins-config.js';
import type { StudioConfig } from './studio-config.js';
import type { CellConfig } from './cell-config.js';
import type { MailConfig, OutboundConfig } from './outbound-config.js';
import type { ShareSettings } from '#platform/process/shares/share-settings.js';

/**
 * Settings of the process, read once at start. It is a class so that it can be injected; its only instance is the
 * frozen object that `loadConfig` creates.
 */
export abstract class Config {
  /** NODE_ENV is `production`: refuses settings that are only safe in development. */
  abstract readonly production: boolean;
  /** Settings that are allowed, but weaken security: logged at each start. */
  abstract readonly warnings: readonly string[];
  /** PORT, default 3000; 0 takes a free one. */
  abstract readonly port: number;
  /** HOST, the address to listen on; default 0.0.0.0 in production (containers), else 127.0.0.1. */
  abstract readonly host: string;
  /** CLUSTER, default 1: number of processes that serve on this machine, behind one port. */
  abstract readonly cluster: number;
  /** CELL, CELLS_FILE; undefined: there are no cells. */
  abstract readonly cell: CellConfig | undefined;
  /** LOG_LEVEL, default info. */
  abstract readonly logLevel: LogLevel;
  /** LOG_FORMAT, default auto: lines for people when standard output is a terminal, else JSON. */
  abstract readonly logFormat: LogFormat;
  /** METRICS, default true: `GET /metrics` answers, and requests are counted. */
  abstract readonly metrics: boolean;
  /** SWAGGER, default true: Swagger UI is served at /swagger. */
  abstract readonly swagger: boolean;
  /** Undefined with STUDIO=false: the studio is not served. */
  abstract readonly studio: StudioConfig | undefined;
  /** Undefined without TRACES_ENDPOINT: no traces. */
  abstract readonly traces: TracesConfig | undefined;
  abstract readonly http: HttpConfig;
  abstract readonly limits: LimitsConfig;
  /** DEFINITION_LIMITS, such as `Trigger=20000`: changes of the default limits of definitions. */
  abstract readonly definitionLimits: DefinitionLimits;
  abstract readonly database: DatabaseConfig;
  /** CATALOGUE_MEMORY_MB, default 128: memory of each process for definitions of environments and their members. */
  abstract readonly catalogueMemoryMb: number;
  abstract readonly tokens: TokenConfig;
  /** HOOK_TIMEOUT_MS, default 5000: time limit of a hook for all records of a write. */
  abstract readonly hookTimeoutMs: number;
  /** SCHEDULE_MIN_SECONDS, default 60: least time between two fire times of a cron expression. */
  abstract readonly scheduleMinSeconds: number;
  /** SLOW_QUERY_MS, default 100: duration from which a query is watched and advice on it is given. */
  abstract readonly slowQueryMs: number;
  abstract readonly bulk: BulkConfig;
  abstract readonly changes: ChangesConfig;
  abstract readonly hub: HubConfig;
  abstract readonly operations: OperationsConfig;
  abstract readonly outbound: OutboundConfig;
  /** Undefined without SMTP_URL: no mail is sent. */
  abstract readonly mail: MailConfig | undefined;
  abstract readonly runs: RunsConfig;
  abstract readonly plugins: PluginsConfig;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['auto', 'json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Limits of the HTTP server and the phases of its shutdown. */
export interface HttpConfig {
  /** BODY_LIMIT_BYTES, default 5 MB, counted after decompression. */
  readonly bodyLimitBytes: number;
  /**
   * BODY_BYTES_PER_SECOND, default 1000: a body that arrives slower than this over 5 seconds is refused with 408; 0: no
   * limit.
   */
  readonly bodyMinRate: number;
  /** ANSWER_MEMORY_MB, default 256: answers with rows that each process holds at once, until they have been sent. */
  readonly answerMemoryMb: number;
  /** CORS_ORIGINS, comma-separated: origins of browsers that are allowed, with credentials. Default none. */
  readonly corsOrigins: readonly string[];
  /** True in production: answers tell browsers to use HTTPS only (HSTS). */
  readonly strictTransport: boolean;
  /** DRAIN_DELAY_MS: time between failing readiness and refusing connections; default 2000 in production, else 0. */
  readonly drainDelayMs: number;
  /** SHUTDOWN_GRACE_MS, default 20000: time that requests in flight get after that, before they are cut off. */
  readonly shutdownGraceMs: number;
}

/** Database connection and its limits. */
export interface DatabaseConfig {
  /** DATABASE_URL; undefined starts an embedded PostgreSQL. */
  readonly url: string | undefined;
  /** TARGET_DATABASE_URL: the database into which the command copies, restores and moves; undefined: that of `url`. */
  readonly targetUrl: string | undefined;
  /** READ_DATABASE_URLS, comma-separated: standbys that answer reads of callers. Default none. */
  readonly standbyUrls: readonly string[];
  /** DATABASE_DIRECT_URL: the server itself where `url` leads to a pooler; default `url`. */
  readonly directUrl: string | undefined;
  /** DATABASE_PREPARED_STATEMENTS, default true. */
  readonly prepares: boolean;
  /** DATA_DIR, default .data: the embedded database's folder. */
  readonly dataDir: string;
  /** DEMO, default true with the embedded database only: an empty database gets the demo tenant. */
  readonly demo: boolean;
  /** DATABASE_POOL_SIZE, default 10 connections of each process. */
  readonly poolSize: number;
  /** Fair shares of these connections. */
  readonly share: ShareSettings;
  /** Calls of database objects that run at once, and their fair shares. */
  readonly objectCalls: ShareSettings;
  /** JOB_CONNECTIONS, default 4: connections of each process for runs of workflows, beside those of callers. */
  readonly jobConnections: number;
  /** STATEMENT_TIMEOUT_MS, default 30000. */
  readonly statementTimeoutMs: number;
  /** LOCK_TIMEOUT_MS, default 5000. */
  readonly lockTimeoutMs: number;
  /** ALLOW_SHARED_FUNCTIONS, default false in production: runs routines although every role may take advisory locks. */
  readonly allowsSharedFunctions: boolean;
}

/** Limits of bulk inserts. */
export interface BulkConfig {
  /** BULK_BODY_LIMIT_BYTES, default 50 MB, counted after decompression. */
  readonly bodyLimitBytes: number;
  /**
   * BULK_BODIES_BYTES, default five times BULK_BODY_LIMIT_BYTES: memory of a node for bodies; a user gets a quarter of
   * it.
   */
  readonly bodiesBytes: number;
  /** BULK_CALLS, default 4: bulk inserts that a node stores at once. */
  readonly calls: number;
  /** BULK_WAIT_MS, default 30000: longest wait for memory, and again for the semaphore. */
  readonly waitMs: number;
  /** BULK_TIMEOUT_MS, default 600000: time limit from the first byte of the body to the commit. */
  readonly timeoutMs: number;
}

/** Retention of the change log. */
export interface ChangesConfig {
  /** CHANGE_RETENTION_DAYS, default 7: greatest age of a cursor that can be resumed. */
  readonly retentionDays: number;
  /** AUDIT_RETENTION_DAYS, default 400: retention of changes, and so of the audit log. */
  readonly auditDays: number;
}

/** Limits for clients of the hub. */
export interface HubConfig {
  /** HUB_MESSAGE_BYTES, default 65536: a longer message of a client closes its connection. */
  readonly messageBytes: number;
  /** HUB_KEEP_ALIVE_MS, default 15000: time without a message after which a ping is sent. */
  readonly keepAliveMs: number;
  /** HUB_TIMEOUT_MS, default 30000: time after which a silent client is disconnected. */
  readonly clientTimeoutMs: number;
  /** HUB_CONNECTIONS, default 5000: connections of one user on one node. */
  readonly connectionsPerUser: number;
  /**
   * HUB_NODE_CONNECTIONS: connections of all users on one node; default: one for every 64 KB of the process's memory.
   */
  readonly connections: number;
  /**
   * NODE_ORIGIN, such as `http://10.0.0.3:3000`: origin at which other nodes reach this one. Undefined takes the
   * address that this process listens on. With CLUSTER each process has a port of its own there.
   */
  readonly nodeOrigin: string | undefined;
  /** HUB_REGISTRATIONS, default 500: entities that one connection may register for. */
  readonly registrations: number;
  /** HUB_CLAUSES, default 64: distinct clauses of filtered subscriptions to one entity of an environment on one node. */
  readonly clauses: number;
  /** HUB_STREAMS, default 50: streams of changes that one connection may have open. */
  readonly streams: number;
  /** HUB_USER_STREAMS, default 1000: streams of changes that one user may have open on one node. */
  readonly streamsPerUser: number;
}

/** Writes that outlive their request (docs/interface/conventions.md#waiting-202-and-outcomes). */
export interface OperationsConfig {
  /** WAIT_WINDOW_MS, default 3000: time after which a write is answered 202, unless the caller sends `wait`. */
  readonly waitWindowMs: number;
  /** WRITE_QUEUE, default 1000: writes of a node that were answered 202 and are not finished. */
  readonly queueLength: number;
  /** WRITE_QUEUE_USER, default a tenth of WRITE_QUEUE: limit of one user. */
  readonly queuePerUser: number;
  /** WRITE_QUEUE_TENANT, default half of WRITE_QUEUE: limit of one tenant. */
  readonly queuePerTenant: number;
  /** WRITE_QUEUE_BYTES, default 32 MB: limit of the bodies of queued writes as text; in memory they take a multiple. */
  readonly queueBytes: number;
  /** WRITE_QUEUE_STORED_BYTES, default 8 × WRITE_QUEUE_BYTES: bodies of the queued writes of an environment, on all nodes. */
  readonly storedBytes: number;
  /** WRITE_QUEUE_WORKERS, default 4: queued writes that a node runs at once. */
  readonly workers: number;
  /**
   * WRITE_LEASE_MS, default 15000: lease of a write; when its node sends no heartbeat for this time, another node runs
   * it.
   */
  readonly leaseMs: number;
  /** KEEP_OUTCOMES_HOURS, default 24: retention of outcomes and idempotency keys. */
  readonly retentionHours: number;
  /** OUTCOME_BYTES, default 10 GB: results and faults that an environment keeps; older ones are removed before their retention. */
  readonly outcomeBytes: number;
  /** RUN_FILE_HOURS, default 24: retention of the files of runs that have ended, at most that of outcomes. */
  readonly fileHours: number;
  /** RUN_FILES_BYTES, default 10 GB: files of runs that an environment keeps; older ones are removed before their retention. */
  readonly filesBytes: number;
}

/** Execution and retention of runs of workflows (docs/workflows.md). */
export interface RunsConfig {
  /** ROLES, default `api,worker`: a process without `worker` executes no runs, matches no triggers, fires no schedules. */
  readonly isWorker: boolean;
  /**
   * RUN_WORKERS, default 4: runs that a process executes at once, those that wait for calls or mail aside. One
   * environment leaves one of them to others. With 0 it only enqueues what triggers and schedules start.
   */
  readonly workers: number;
  /** RUN_LEASE_MS, default 15000: lease of a run; when its process sends no heartbeat for this time, another one goes on. */
  readonly leaseMs: number;
  /** RUN_TIMEOUT_MINUTES, default 60: time limit of a run, from its first step on. */
  readonly timeoutMinutes: number;
  /** RUN_QUEUE_LIMIT, default 100000: runs of an environment that wait or are executed; further ones are not. */
  readonly queueLimit: number;
  /** RUN_BYTES, default 10 GB: inputs and outputs of runs that an environment keeps; older ones are removed before their retention. */
  readonly keptBytes: number;
  /** RUN_OUTPUT_BYTES, default 100 MB: outputs of the steps of a run, as JSON text. */
  readonly outputLimitBytes: number;
  /** RUN_RETENTION_DAYS, default 30: retention of runs that have ended. */
  readonly retentionDays: number;
  /** NOTIFICATION_LIMIT, default 10000: notifications that are kept of a user. */
  readonly notificationLimit: number;
}
