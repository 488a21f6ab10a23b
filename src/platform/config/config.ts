import type { ShareSettings } from '../shares/share-settings.js';

/**
 * Every setting of the process, read once at start. A class so that it can be injected; it is only ever the frozen
 * object that `loadConfig` made.
 */
export abstract class Config {
  /** NODE_ENV=production: refuses what is handy for development and dangerous elsewhere. */
  abstract readonly production: boolean;
  /** PORT, default 3000; 0 takes a free one. */
  abstract readonly port: number;
  /** HOST, the address to listen on; default 0.0.0.0 in production (containers), else 127.0.0.1. */
  abstract readonly host: string;
  /** CLUSTER, default 1: so many processes serve on this machine, behind one port. */
  abstract readonly cluster: number;
  /** LOG_LEVEL, default info. */
  abstract readonly logLevel: LogLevel;
  /** LOG_FORMAT, default auto: lines for people when standard output is a terminal, else JSON. */
  abstract readonly logFormat: LogFormat;
  abstract readonly http: HttpConfig;
  abstract readonly database: DatabaseConfig;
  abstract readonly tokens: TokenConfig;
  /** HOOK_TIMEOUT_MS, default 5000: how long a hook of the code may take for all records of a write. */
  abstract readonly hookTimeoutMs: number;
  abstract readonly bulk: BulkConfig;
  abstract readonly changes: ChangesConfig;
  abstract readonly hub: HubConfig;
  abstract readonly operations: OperationsConfig;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['auto', 'json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** What the HTTP front accepts and how it ends. */
export interface HttpConfig {
  /** BODY_LIMIT_BYTES, default 5 MB, counted after decompression. */
  readonly bodyLimitBytes: number;
  /** BODY_BYTES_PER_SECOND, default 1000: a body that arrives slower, over 5 seconds, is refused with 408; 0: none. */
  readonly bodyMinRate: number;
  /** ANSWER_MEMORY_MB, default 256: answers with rows that each process holds at once, until they have been sent. */
  readonly answerMemoryMb: number;
  /** CORS_ORIGINS, comma-separated; answered exactly and with credentials. Default none. */
  readonly corsOrigins: readonly string[];
  /** Whether answers tell browsers to come by HTTPS only (HSTS): in production. */
  readonly strictTransport: boolean;
  /** DRAIN_DELAY_MS: how long readiness says no before connections are refused; default 2000 in production, else 0. */
  readonly drainDelayMs: number;
  /** SHUTDOWN_GRACE_MS, default 20000: how long requests in flight may go on after that; what outlasts it is cut off. */
  readonly shutdownGraceMs: number;
}

/** Where the data is. */
export interface DatabaseConfig {
  /** DATABASE_URL; undefined: an embedded PostgreSQL is started. */
  readonly url: string | undefined;
  /** DATA_DIR, default .data: the embedded database's folder. */
  readonly dataDir: string;
  /** DEMO, default true with the embedded database only: an empty database gets the demo tenant. */
  readonly demo: boolean;
  /** DATABASE_POOL_SIZE, default 10 connections of each process. */
  readonly poolSize: number;
  /** Shares of these connections. */
  readonly share: ShareSettings;
  /** Database objects that run at once, and their shares. */
  readonly objectCalls: ShareSettings;
  /** STATEMENT_TIMEOUT_MS, default 30000. */
  readonly statementTimeoutMs: number;
  /** LOCK_TIMEOUT_MS, default 5000. */
  readonly lockTimeoutMs: number;
  /** ALLOW_SHARED_FUNCTIONS: calls of database objects run although everybody may take advisory locks; default false in production. */
  readonly allowsSharedFunctions: boolean;
}

/** What bulk inserts may take. */
export interface BulkConfig {
  /** BULK_BODY_LIMIT_BYTES, default 50 MB, counted after decompression. */
  readonly bodyLimitBytes: number;
  /** BULK_BODIES_BYTES, default five times BULK_BODY_LIMIT_BYTES: what the bodies of a node may take in memory; a user a quarter. */
  readonly bodiesBytes: number;
  /** BULK_CALLS, default 4: how many a node stores at once. */
  readonly calls: number;
  /** BULK_WAIT_MS, default 30000: how long one waits for memory, and again for its turn. */
  readonly waitMs: number;
  /** BULK_TIMEOUT_MS, default 600000: how long one may take, from the first byte of its body to its commit. */
  readonly timeoutMs: number;
}

/** How long the change log keeps what. */
export interface ChangesConfig {
  /** CHANGE_RETENTION_DAYS, default 7: how old a cursor may be that reading goes on from. */
  readonly retentionDays: number;
  /** AUDIT_RETENTION_DAYS, default 400: how long changes are kept, and with them the audit log. */
  readonly auditDays: number;
}

/** What clients of the hub may take. */
export interface HubConfig {
  /** HUB_MESSAGE_BYTES, default 32768: a longer message of a client closes its connection. */
  readonly messageBytes: number;
  /** HUB_KEEP_ALIVE_MS, default 15000: a ping is sent when nothing else was. */
  readonly keepAliveMs: number;
  /** HUB_TIMEOUT_MS, default 30000: how long a client may be silent. */
  readonly clientTimeoutMs: number;
  /** HUB_CONNECTIONS, default 5000: connections of one user on one node. */
  readonly connectionsPerUser: number;
  /** HUB_NODE_CONNECTIONS: connections of all users on one node; default: one for every 64 KB of the process's memory. */
  readonly connections: number;
  /**
   * NODE_ORIGIN, such as `http://10.0.0.3:3000`; undefined: the address that this process listens on. Of several
   * processes (CLUSTER) each has a port of its own there.
   */
  readonly nodeOrigin: string | undefined;
  /** HUB_REGISTRATIONS, default 500: entities that one connection may register for. */
  readonly registrations: number;
  /** HUB_STREAMS, default 50: streams of changes that one connection may follow at once. */
  readonly streams: number;
  /** HUB_USER_STREAMS, default 1000: those of one user on one node. */
  readonly streamsPerUser: number;
}

/** How writes that outlive their request are run and kept (contract §4.1). */
export interface OperationsConfig {
  /** WAIT_WINDOW_MS, default 3000: how long a write may take before it is answered 202, unless the caller says `wait`. */
  readonly waitWindowMs: number;
  /** WRITE_QUEUE, default 1000: how many writes of a node may have answered 202 and not be done yet. */
  readonly queueLength: number;
  /** WRITE_QUEUE_USER, default a tenth of WRITE_QUEUE: how many of these may be of one user. */
  readonly queuePerUser: number;
  /** WRITE_QUEUE_TENANT, default half of WRITE_QUEUE: how many of these may be of one tenant. */
  readonly queuePerTenant: number;
  /** WRITE_QUEUE_BYTES, default 32 MB: how much the bodies of these may have as text; in memory it is a multiple. */
  readonly queueBytes: number;
  /** WRITE_QUEUE_WORKERS, default 4: how many queued writes a node runs at once. */
  readonly workers: number;
  /** WRITE_LEASE_MS, default 15000: after this time without a sign of its node a write is run by another one. */
  readonly leaseMs: number;
  /** KEEP_OUTCOMES_HOURS, default 24: how long outcomes and idempotency keys are kept. */
  readonly retentionHours: number;
}

/** How access tokens are checked. */
export interface TokenConfig {
  readonly key: TokenKey;
  /** JWT_ISSUER; undefined: any. */
  readonly issuer: string | undefined;
  /** JWT_AUDIENCE; undefined: any. */
  readonly audience: string | undefined;
  /** JWT_USER_CLAIM, default sub: matches `User.Id` or `User.UserName`. */
  readonly userClaim: string;
  /** DEV_TOKENS, default true with the embedded database and a JWT_SECRET outside production: `POST /dev/token` exists. */
  readonly devTokens: boolean;
}

/** JWT_SECRET (HS256), JWT_PUBLIC_KEY (PEM) or JWT_JWKS_URL; one of them. */
export type TokenKey =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'publicKey'; readonly pem: string }
  | { readonly kind: 'jwks'; readonly url: string };
