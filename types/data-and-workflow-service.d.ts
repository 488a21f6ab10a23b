// What this package exports: the types of src/public-api.ts and those that they use.
// Generated: `API=update npm test -- test/architecture/public-api`. A change of this file changes what others compile against.

import type { INestApplication, Type } from '@nestjs/common';

/** Facts about the step that an action performs. */
interface ActionContext {
  readonly tenantId: string;
  readonly appId: string;
  readonly environmentId: string;
  /** User whose run it is; the service itself for a run that nobody has caused. */
  readonly caller: HookCaller;
  /** Id of the write or request with which everything began. */
  readonly correlationId: string;
  /** Id of the step, the same for each of its attempts: by it another system recognises what it has done already. */
  readonly eventId: string;
  /** Id of the workflow that runs. */
  readonly workflowId: string | null;
  readonly runId: string;
  /** Name of the action in the workflow. */
  readonly step: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** The record that the run is about. */
  readonly record?: {
    readonly entityName: string;
    readonly recordId: string;
  };
  /** Aborted at the timeout, when the run is cancelled, and when another node goes on with it. */
  readonly signal: AbortSignal;
}

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

/** Declaration of an action in code. */
interface ActionOptions {
  /** `Type` in definitions of workflows: a capital, then letters and digits; unique. */
  readonly type: string;
  /** JSON schema (2020-12, without `$ref`) of the member `Input`. */
  readonly input: object;
  /** JSON schema of what `run` answers. */
  readonly output: object;
  /** Limit of one attempt, by default 30,000, at most 3,600,000. */
  readonly timeoutMs?: number;
}

/** Code that runs behind the commit of a record, in a run of its own. */
interface AfterCommit {
  /**
   * Tells others of a change. It may be called again for an event, as after a crash; events of one record come one after
   * the other, in the order of their commits.
   * @throws {Retry} where it is to be tried again; any other error fails the run
   */
  run(context: ActionContext, event: CommittedEvent): void | Promise<void>;
}

/** Declares a provider to be an after-commit hook. */
declare const AfterCommit: (options: AfterCommitOptions) => ClassDecorator;

/** A committed change of one record. */
interface CommittedEvent {
  /** The same for each attempt: by it another system recognises what it has heard. */
  readonly eventId: string;
  readonly entityName: string;
  readonly operation: 'Insert' | 'Update' | 'Delete';
  /** `Id` of the record. */
  readonly recordId: string;
  /** `RowVersion` that the change has left, of a delete the last one. */
  readonly rowVersion: PlainJson;
  /** The record as the change left it; absent of a delete. */
  readonly record?: CommittedRecord;
  /** The record before the change; absent of an insert. */
  readonly old?: CommittedRecord;
}

/** JSON as JavaScript has it: what coded actions and hooks take and give. */
type PlainJson =
  | null
  | boolean
  | number
  | string
  | readonly PlainJson[]
  | {
      readonly [name: string]: PlainJson;
    };

/** A record by field, system fields included, as a select answers it; a number with many digits is text. */
type CommittedRecord = Readonly<Record<string, PlainJson>>;

/** Declaration of an after-commit hook. */
interface AfterCommitOptions {
  /** Unique; definitions name it as `Handler` of a hook with the event `AfterCommit`. */
  readonly name: string;
  /** Limit of one attempt, by default 30,000, at most 3,600,000. */
  readonly timeoutMs?: number;
}

/** Lets a step be tried again, as many times as other steps are. */
declare class Retry extends Error {
  /** Least time before the next attempt, in milliseconds. */
  readonly afterMs: number;
  /** @param message says why, in the run */
  constructor(
    message: string,
    {
      afterMs,
    }?: {
      readonly afterMs?: number;
    },
  );
}

/** An action of workflows in code. */
interface WorkflowAction<Input = PlainJson, Output = PlainJson | void> {
  /**
   * Performs a step; it may be called again for a step that was performed, as after a crash.
   * @param input as its schema says, tokens resolved
   * @returns JSON as the schema of the output says
   * @throws {Retry} where the step is to be tried again; any other error fails it with the error's message
   */
  run(context: ActionContext, input: Input): Output | Promise<Output>;
}

/** Declares a provider to be an action of workflows. */
declare const WorkflowAction: (options: ActionOptions) => ClassDecorator;

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
  ActionContext,
  ActionOptions,
  AfterCommit,
  AfterCommitOptions,
  AfterDelete,
  AfterInsert,
  AfterUpdate,
  BeforeDelete,
  BeforeInsert,
  BeforeUpdate,
  CommittedEvent,
  CommittedRecord,
  HookCaller,
  HookOptions,
  PlainJson,
  RecordHook,
  Refusal,
  Retry,
  ServiceConfig,
  ServiceSettings,
  TestAnswer,
  TestCaller,
  TestOptions,
  TestService,
  ValidatedMove,
  WorkflowAction,
  createService as createApp,
  readConfig as loadConfig,
  startTestService,
};
