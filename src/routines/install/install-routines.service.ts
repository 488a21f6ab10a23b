import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { readRoutine, type Routine } from '#routines/core/routine.js';
import {
  createdSql,
  dropRoutine,
  installProblems,
  routinesSql,
  sealRoutine,
  type CreatedRoutine,
  type InstalledRoutine,
} from '#routines/core/install-routine.sql.js';
import { closeSchema, createRole, dropFormerRole, openSchema } from '#core/routine-roles/routine-role.sql.js';
import { routineStatement } from '#routines/core/routine-statement.js';
import { ident, raw, sql } from '#core/sql/sql.js';
import { refusalOf } from '#platform/database/connections/database.errors.js';
import { RoutineLogins, type RoutineLogin } from '#platform/database/routine-logins.js';
import type { Transaction } from '#platform/database/transaction.js';
import { RoutineRepository } from './routine.repository.js';
import { SchemaWork } from './schema-work.js';

/** Version of the installation procedure; a new version reinstalls all routines. */
const SEAL_VERSION = 2;

/** Lock for grants on roles and databases, whose rows all environments share; concurrent changes would fail. */
export const ONE_AT_A_TIME = raw('LOCK TABLE platform.routine_key IN SHARE ROW EXCLUSIVE MODE');

/** A registered routine and the statement that creates it. */
interface Wanted {
  readonly routine: Routine;
  readonly text: string;
  /** Digest that tells whether an installed routine has the same definition. */
  readonly mark: string;
}

/** Differences of the routines in a schema from the records. */
interface Comparison {
  readonly work: SchemaWork;
  readonly logins: readonly RoutineLogin[];
  /** Routines to create. */
  readonly missing: readonly Wanted[];
  /** Routines to drop. */
  readonly stale: readonly InstalledRoutine[];
}

/** Installs the routines of an environment from its `DatabaseObject` records. */
@Injectable()
export class InstallRoutines {
  constructor(
    private readonly routines: RoutineRepository,
    private readonly logins: RoutineLogins,
  ) {}

  /**
   * Drops changed routines and those without a record, so that tables may lose what these use.
   * @throws {DomainError} Validation with all faults of the records
   */
  async dropStale(ctx: RequestContext, tx: Transaction): Promise<void> {
    const { work, stale } = await this.#compare(ctx, tx);
    await work.executeAll(stale.map((each) => dropRoutine(work.schema, each)));
  }

  /**
   * Creates missing and changed routines, and drops those without a record.
   * @throws {DomainError} Validation with all faults of the records, or PostgreSQL's message about a definition.
   */
  async install(ctx: RequestContext, tx: Transaction): Promise<void> {
    const { work, logins, missing, stale } = await this.#compare(ctx, tx);
    await work.executeAll(stale.map((each) => dropRoutine(work.schema, each)));
    for (const login of logins) {
      const own = missing.filter(({ routine }) => routine.readsProtected === login.readsProtected);
      if (own.length > 0) await install(work, login, own);
    }
  }

  /** Compares the routines of the schema with the records. */
  async #compare(ctx: RequestContext, tx: Transaction): Promise<Comparison> {
    const work = new SchemaWork(ctx, tx);
    const wanted = wantedObjects(await this.routines.all(ctx, tx));
    const logins = await this.logins.all(work.schema);
    const existing = await work.execute<InstalledRoutine>(routinesSql(work.schema, logins));
    const marks = new Map(existing.map(({ name, mark }) => [name, mark]));
    const missing = wanted.filter(({ routine, mark }) => marks.get(routine.name) !== mark);
    const kept = new Set(wanted.filter((each) => !missing.includes(each)).map(({ routine }) => routine.name));
    return { work, logins, missing, stale: existing.filter(({ name }) => !kept.has(name)) };
  }

  /** Names of routines stored by this transaction that every member may run. */
  writtenForEverybody(ctx: RequestContext, tx: Transaction): Promise<readonly string[]> {
    return this.routines.writtenForEverybody(ctx, tx);
  }
}

function wantedObjects(records: readonly JsonObject[]): readonly Wanted[] {
  const faults: string[] = [];
  const wanted = records.map((record): Wanted => {
    const { routine, problems } = readRoutine(record);
    const statement = routineStatement(routine);
    const all = problems.length > 0 ? problems : statement.problems;
    faults.push(...all.map((problem) => `${routine.name}: ${problem}`));
    const signature = JSON.stringify([
      SEAL_VERSION,
      statement.text,
      routine.kind,
      routine.parameters,
      routine.columns,
      routine.returns,
      ...(routine.readsProtected ? ['ReadsProtected'] : []),
    ]);
    return { routine, text: statement.text, mark: createHash('sha256').update(signature).digest('base64url') };
  });
  if (faults.length > 0) throw installRefused(...faults);
  return wanted;
}

const installRefused = (...messages: readonly string[]): DomainError =>
  new DomainError(...messages.map((message) => ({ code: 'Validation' as const, message, fieldName: 'Definition' })));

/** Creates routines as their role, so that no definition runs with the service's rights. */
async function install(work: SchemaWork, login: RoutineLogin, missing: readonly Wanted[]): Promise<void> {
  await prepareRole(work, login);
  await work.execute(sql`SET LOCAL search_path = ${ident(work.schema)}, pg_temp`);
  for (const { routine, text, mark } of missing) {
    await work.execute(sql`SET LOCAL ROLE ${ident(login.name)}`);
    await create(work, routine, text);
    await work.execute(raw('RESET ROLE'));
    const problems = installProblems(
      routine,
      await work.execute<CreatedRoutine>(createdSql(work.schema, routine.name)),
    );
    if (problems.length > 0) throw installRefused(...problems.map((problem) => `${routine.name}: ${problem}`));
    await work.executeAll(sealRoutine(work.schema, login, routine, mark));
  }
  await work.execute(raw('SET LOCAL search_path = pg_catalog'));
  await work.execute(closeSchema(work.schema, login));
  await work.execute(dropFormerRole(work.schema));
}

async function create(work: SchemaWork, { name }: Routine, text: string): Promise<void> {
  try {
    await work.executeText(text);
  } catch (error) {
    const refusal = refusalOf(error);
    throw refusal ? installRefused(`${name}: ${refusal.message}`) : error;
  }
}

/**
 * Refuses to install without a needed right of the service's login.
 * @throws {DomainError} Validation that names the missing right.
 */
async function prepareRole(work: SchemaWork, login: RoutineLogin): Promise<void> {
  try {
    await work.execute(ONE_AT_A_TIME);
    await work.execute(createRole(login));
    await work.executeAll(openSchema(work.schema, login));
  } catch (error) {
    if (refusalOf(error)?.sqlState !== '42501') throw error;
    throw installRefused(
      'Database routines need a role of their own, and the database login of the service may not make one: it lacks CREATEROLE.',
    );
  }
}
