import { Injectable } from '@nestjs/common';
import { catalogueSteps } from '#core/compile/build-catalogue.js';
import { protectedReadRemarks } from '#definitions/core/checks/protected-reads.js';
import { lockRemarks } from '#definitions/core/checks/lock-remarks.js';
import { processRemarks } from '#core/catalogue/approval-process.js';
import { lifecycleRemarks } from '#definitions/core/checks/lifecycle-structure.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import { ANY_ENTITY, namesWithChanges } from '#core/catalogue/definition-marks.js';
import { type Catalogue, NEW_ENVIRONMENT } from '#core/catalogue/catalogue.js';
import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import { DomainError } from '#core/errors.js';
import { DefinitionRepository } from '#platform/catalogue/definition.repository.js';
import { CompletedEnvironments } from '#platform/catalogue/completed-environments.repository.js';
import type { Query } from '#platform/database/platform-database.js';
import { environmentFingerprint } from '#definitions/environments/environment-fingerprint.js';
import { IndexedEnvironments } from '#definitions/indexes/indexed-environments.repository.js';
import { askForSameTables } from '#definitions/core/schema/entity-tables.sql.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { BeforeCommitHook } from '#records/index.js';
import {
  type DefinitionChange,
  DefinitionChangesRepository,
} from '#definitions/migration/definition-changes.repository.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import { MigrateSchema } from '#definitions/migration/migrate-schema.service.js';
import { definitionFaults, isWritten } from '#definitions/core/apply/definition-faults.js';
import { FindProblems } from '#definitions/checks/find-problems.service.js';
import { ProtectSystem } from './protect-system.service.js';
import { touchedLifecycles } from '#definitions/core/apply/touched-lifecycles.js';

/** Kinds of definitions whose change may require other tables. */
const SCHEMA_KINDS: ReadonlySet<string> = new Set(['Entity', 'Field', 'Index', 'Relation', 'Lifecycle', 'Status']);

/** Kinds of definitions by which approvals lock what workflows write. */
const LOCKING_KINDS: ReadonlySet<string> = new Set(['ApprovalProcess', 'Trigger', 'Workflow']);

/** Kinds of definitions that may be about any entity. What a role is given has no version of its own. */
const ABOUT_ANY: ReadonlySet<string> = new Set(['Role', 'RolePermission', 'Permission', 'Team', 'Workflow']);

/**
 * Validates every write of definition and access records before commit, and migrates the tables in the same
 * transaction. Such writes of an environment are serialised, because each increments its version.
 */
@Injectable()
export class ApplyDefinitions implements BeforeCommitHook {
  constructor(
    private readonly protect: ProtectSystem,
    private readonly definitions: DefinitionRepository,
    private readonly changes: DefinitionChangesRepository,
    private readonly problems: FindProblems,
    private readonly schema: MigrateSchema,
    private readonly completed: CompletedEnvironments,
    private readonly indexed: IndexedEnvironments,
  ) {}

  concerns({ catalogue }: RequestContext, { kind }: Entity): boolean {
    return (kind === 'definition' || kind === 'access') && catalogue.version !== NEW_ENVIRONMENT;
  }

  /** @throws {DomainError} Validation for faults of written definitions, DeleteBlocked for definitions in use. */
  async beforeCommit(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<void> {
    const query = queryOn(ctx, tx);
    const names = written.map(({ name }) => name);
    const changes = await this.changes.read(ctx, names, query);
    await this.protect.check(ctx, changes, query);
    if (changes.every(concernsNoOther)) return;
    const { definitions, length } = await this.definitions.readSized(ctx.catalogue.environment, query);
    await this.protect.checkSize(ctx, length);
    const next = await withDefinitions(ctx, definitions);
    const problems = await this.problems.find(next, definitions, tx);
    const lifecycles = touchedLifecycles(definitions.lifecycles, changes);
    const ids = new Set([...changes.map(({ id }) => id), ...lifecycles]);
    const isOfOthers = problems.some((problem) => !isWritten(problem, ids));
    const faults = definitionFaults(problems, ids, isOfOthers ? await this.#before(ctx) : []);
    if (faults.length > 0) throw new DomainError(...faults);
    if (names.some((name) => SCHEMA_KINDS.has(name))) await this.schema.migrate(next, ctx.catalogue, changes, tx);
    const remarks = [
      ...remarksOn(definitions, ids),
      ...(names.some((name) => LOCKING_KINDS.has(name)) ? await inSlices(lockRemarks(next.catalogue, ids)) : []),
      ...(await this.problems.remarksOn(next, ids)),
      ...(await inSlices(protectedReadRemarks(next.catalogue, definitions, new Set(changes.map(({ id }) => id))))),
    ];
    for (const remark of remarks) ctx.submission?.addToLog(remark);
    await this.#keepMarks(ctx, next.catalogue, names, query);
  }

  /**
   * Spares the next look at tables, and at indexes where the changed definitions ask for the same ones. Notes which
   * entities the change is about.
   */
  async #keepMarks(
    { catalogue }: RequestContext,
    next: Catalogue,
    written: readonly string[],
    query: Query,
  ): Promise<void> {
    const mark = askForSameTables(catalogue, next) ? this.indexed.lastMark : undefined;
    const indexed = mark === undefined ? undefined : { mark, version: catalogue.version };
    const isAboutAny = written.some((name) => ABOUT_ANY.has(name));
    const changed = [...namesWithChanges(catalogue.marks, next.marks), ...(isAboutAny ? [ANY_ENTITY] : [])];
    await this.completed.keep(environmentFingerprint(), catalogue.environment.id, indexed, changed, query);
  }

  /** Finds the problems of the committed definitions, which cannot change until this write ends. */
  async #before(ctx: RequestContext): Promise<readonly DefinitionProblem[]> {
    const definitions = await this.definitions.read(ctx.catalogue.environment);
    return this.problems.find(await withDefinitions(ctx, definitions), definitions);
  }
}

/** Remarks about written lifecycles and processes. @param ids of these and of other definitions */
function remarksOn({ lifecycles, approvalProcesses }: DefinitionSet, ids: ReadonlySet<string>): readonly string[] {
  const isWrittenHere = ({ Id: id }: JsonObject): boolean => ids.has(id as string);
  return [
    ...lifecycles.filter(isWrittenHere).flatMap((json) => lifecycleRemarks(new Definition(json))),
    ...approvalProcesses.filter(isWrittenHere).flatMap(processRemarks),
  ];
}

/** Builds a context with the uncommitted definitions; its version is unique, so that no statement of it is reused. */
async function withDefinitions(ctx: RequestContext, definitions: DefinitionSet): Promise<RequestContext> {
  const { environment, version } = ctx.catalogue;
  const steps = catalogueSteps(environment, `${version}+${ctx.correlationId}`, definitions);
  return { ...ctx, catalogue: await inSlices(steps) };
}

/** Tells whether no other definition can be affected: who has which role, team and key, and all of a user but the name. */
function concernsNoOther({ entityName, operation, old }: DefinitionChange): boolean {
  if (entityName === 'UserRole' || entityName === 'TeamMember' || entityName === 'ApiKey') return true;
  return entityName === 'User' && operation !== 'Delete' && !('UserName' in old.json);
}
