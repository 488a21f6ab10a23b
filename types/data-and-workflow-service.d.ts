// What this package exports: the types of src/public-api.ts and those that they use.
// Generated: `API=update npm test -- test/architecture/public-api`. A change of this file changes what others compile against.

import type { INestApplication, Type } from '@nestjs/common';

type AfterDelete = HookedWrite;

/** Argument of every hook: one written record, and what the hook may do. */
interface HookedWrite {
  readonly entityName: string;
  /** The record as it will be stored or was stored; of a delete the record as it is or was. */
  readonly record: RecordImage;
  /** Names of the fields that the caller assigned; none when the record is deleted. */
  readonly assigned: ReadonlySet<string>;
  readonly caller: HookCaller;
  /** Time of the call, which all of its writes share. */
  readonly at: Date;
  readonly correlationId: string;
  /** Aborted at the hook's timeout. */
  readonly signal: AbortSignal;
  /** Refuses the write: 400 `HookRejected`. Nothing is stored; the answer has the refusals of all hooks. */
  refuse(refusal: Refusal): void;
  /**
   * Reads live records inside the write's transaction, whatever the caller may read: at most 1,000, in the order of Ids.
   * @param where a WhereClause as in a definition; every record when absent
   */
  find(entityName: string, where?: JsonValue): Promise<readonly RecordImage[]>;
}

/**
 * Before or after image of a record for hooks: exact values by field name, system fields included. Numbers, texts,
 * dates and ids are text, Bool is boolean, MultiEnum an array of names, Json its text; `null` means no value.
 */
type RecordImage = Readonly<Record<string, Value>>;

/**
 * Exact value of a field inside the service: text for numbers, texts, dates and ids; boolean for Bool; an array of
 * names for MultiEnum; JSON text for Json. `null` means no value.
 */
type Value = string | boolean | readonly string[] | null;

/** The caller of a write. */
interface HookCaller {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly isAdministrator: boolean;
  /** Names of the caller's roles. */
  readonly roles: readonly string[];
  /** Ids of the caller's teams. */
  readonly teamIds: readonly string[];
}

/** Refusal of a write by a hook: a sentence for a person, and the field it concerns, if any. */
interface Refusal {
  readonly message: string;
  readonly fieldName?: string;
}

type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

/** A JSON number as written; keeps every digit until a field's type parses it. */
declare class JsonNumber {
  readonly text: string;
  constructor(text: string);
}

/** Null-prototype, so that `__proto__` or `constructor` are ordinary keys. */
type JsonObject = {
  readonly [key: string]: JsonValue;
};

type AfterInsert = HookedWrite;

type AfterUpdate = HookedWrite & Replaced;

/** A write of an existing record. */
interface Replaced {
  /** The record before the write. */
  readonly old: RecordImage;
}

type BeforeDelete = HookedWrite;

type BeforeInsert = ChangeableWrite;

/** A write that a hook may still change. */
interface ChangeableWrite extends HookedWrite {
  /**
   * Sets a field of the record; `record` shows it from then on. A value that breaks the field's rules is answered 400.
   * Fields that only the service fills (system fields, automatic numbers, computed and rolled up ones) cannot be set.
   */
  set(fieldName: string, value: Value | number): void;
}

type BeforeUpdate = ChangeableWrite & Replaced;

/** Options of a hook. */
interface HookOptions {
  /** Names of entities that always call it; others name it as `Handler` of a hook in their definition. */
  readonly entities?: readonly string[];
  /** Timeout in milliseconds for all records of a write, in place of the setting HOOK_TIMEOUT_MS. */
  readonly timeoutMs?: number;
}

/**
 * Code that takes part in writes, called for every written record inside the transaction, once the request is valid. A
 * throw rolls the write back. It may run again when the transaction lost against another one, so it must change nothing
 * except through `set`.
 */
interface RecordHook {
  beforeInsert?(write: BeforeInsert): void | Promise<void>;
  afterInsert?(write: AfterInsert): void | Promise<void>;
  beforeUpdate?(write: BeforeUpdate): void | Promise<void>;
  afterUpdate?(write: AfterUpdate): void | Promise<void>;
  beforeDelete?(write: BeforeDelete): void | Promise<void>;
  afterDelete?(write: AfterDelete): void | Promise<void>;
  /** Checks a move, for validators with this hook. It is also asked which moves are available, so it changes nothing. */
  validateMove?(move: ValidatedMove): void | Promise<void>;
}

/**
 * Declares a provider as a hook.
 * @param name unique; definitions refer to it.
 */
declare const RecordHook: (name: string, options?: HookOptions) => ClassDecorator;

/** Argument of a hook that a validator of a transition names. */
interface ValidatedMove {
  readonly entityName: string;
  /** The record as it will be after the move. */
  readonly record: RecordImage;
  /** The record before the move. */
  readonly old: RecordImage;
  /** Names of the transition and of its statuses. */
  readonly transition: string;
  readonly from: string;
  readonly to: string;
  readonly caller: HookCaller;
  /** Time of the call. */
  readonly at: Date;
  readonly correlationId: string;
  /** Aborted at the hook's timeout. */
  readonly signal: AbortSignal;
  /** Refuses the transition: 400 `ValidatorFailed`. @param message in place of the validator's own */
  refuse(message?: string): void;
  /** Reads live records as `find` of other hooks does. */
  find(entityName: string, where?: JsonValue): Promise<readonly RecordImage[]>;
}

/** Starts the real service with the demo company, on an embedded PostgreSQL in a temporary folder and on a free port. */
declare function startTestService({ settings, modules }?: TestOptions): Promise<TestService>;

/** Options of a test service. */
interface TestOptions {
  /** Settings of the service that differ from those of a test, by the names of docs/settings.md. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Modules beside those of the service, such as a plug-in's. */
  readonly modules?: readonly Type[];
}

/** A running service on a database of its own. */
interface TestService {
  /** Where it listens, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly app: INestApplication;
  /**
   * Signs in a user of the demo company.
   *
   * @param userName such as `ada.admin`, an Administrator
   * @param context headers of another environment than the demo's
   */
  as(userName: string, context?: Readonly<Record<string, string>>): Promise<TestCaller>;
  /** Stops the service and removes its database. */
  stop(): Promise<void>;
}

/** Sends requests as one user of one environment. @param path begins after `/api/v1`, such as `/records/insert` */
type TestCaller = <Body = unknown>(method: string, path: string, body?: unknown) => Promise<TestAnswer<Body>>;

/** An answer of the service; `body` is its JSON. */
interface TestAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Settings by the names of docs/settings.md, such as `{ PORT: '0' }`; an empty one counts as absent. */
type ServiceSettings = Readonly<Record<string, string | undefined>>;

/** Settings that `loadConfig` has read and checked. Its other members are not public. */
interface ServiceConfig {
  /** NODE_ENV is `production`. */
  readonly production: boolean;
  /** PORT, which an application passes to `listen`. */
  readonly port: number;
  /** HOST, which an application passes to `listen`. */
  readonly host: string;
  /** Settings that are allowed, but weaken security: an application logs them. */
  readonly warnings: readonly string[];
}

/**
 * Creates the whole service as a Nest application, which does not listen yet. Its routes are under `/api/v1`, its hub is
 * at `/hubs/crud-notifications`.
 *
 * @param config what `loadConfig` answers
 * @param modules modules of the application itself: hooks, and controllers and providers beside those of the service
 */
declare function createService(config: ServiceConfig, modules?: readonly Type[]): Promise<INestApplication>;

/**
 * Reads the settings of the service.
 *
 * @param settings those of the process by default
 * @throws {Error} that lists all invalid settings
 */
declare function readConfig(settings?: ServiceSettings): ServiceConfig;

export {
  AfterDelete,
  AfterInsert,
  AfterUpdate,
  BeforeDelete,
  BeforeInsert,
  BeforeUpdate,
  HookCaller,
  HookOptions,
  RecordHook,
  Refusal,
  ServiceConfig,
  ServiceSettings,
  TestAnswer,
  TestCaller,
  TestOptions,
  TestService,
  ValidatedMove,
  createService as createApp,
  readConfig as loadConfig,
  startTestService,
};
