import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json/json.js';
import { readDatabaseObject, type DatabaseObject } from '../../core/objects/database-object.js';
import {
  createdSql,
  dropRoutine,
  installProblems,
  routinesSql,
  sealRoutine,
  type CreatedRoutine,
  type Routine,
} from '../../core/objects/install-object.sql.js';
import { closeSchema, createRole, openSchema, roleName } from '../../core/objects/object-role.sql.js';
import { objectStatement } from '../../core/objects/object-statement.js';
import { ident, raw, sql } from '../../core/sql/sql.js';
import { refusalOf } from '../../platform/database/database.errors.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { ObjectRepository } from './object.repository.js';
import { SchemaWork } from './schema-work.js';

/** Grows when objects are sealed in another way than before: all are made anew then. */
const SEAL_VERSION = 1;

/** A registered object with the statement that makes it. */
interface Wanted {
  readonly object: DatabaseObject;
  readonly text: string;
  /** Tells whether what exists was made from the same definition. */
  readonly mark: string;
}

/** Brings the procedures and functions of an environment's schema in line with its `DatabaseObject` records. */
@Injectable()
export class InstallObjects {
  constructor(private readonly objects: ObjectRepository) {}

  /**
   * Makes what is missing or was made from another definition, and drops what no record stands for.
   * @throws {DomainError} Validation with everything that is wrong with the records; PostgreSQL's words on a definition
   */
  async run(ctx: RequestContext, tx: Transaction): Promise<void> {
    const work = new SchemaWork(ctx, tx);
    const wanted = wantedObjects(await this.objects.all(ctx, tx));
    const existing = await work.run<Routine>(routinesSql(work.schema));
    const marks = new Map(existing.map(({ name, mark }) => [name, mark]));
    const missing = wanted.filter(({ object, mark }) => marks.get(object.name) !== mark);
    const kept = new Set(wanted.filter((each) => !missing.includes(each)).map(({ object }) => object.name));
    await work.runAll(existing.filter(({ name }) => !kept.has(name)).map((each) => dropRoutine(work.schema, each)));
    if (missing.length > 0) await install(work, missing);
  }
}

function wantedObjects(records: readonly JsonObject[]): readonly Wanted[] {
  const faults: string[] = [];
  const wanted = records.map((record): Wanted => {
    const { object, problems } = readDatabaseObject(record);
    const statement = objectStatement(object);
    const all = problems.length > 0 ? problems : statement.problems;
    faults.push(...all.map((problem) => `${object.name}: ${problem}`));
    const signature = JSON.stringify([
      SEAL_VERSION,
      statement.text,
      object.kind,
      object.parameters,
      object.columns,
      object.returns,
    ]);
    return { object, text: statement.text, mark: createHash('sha256').update(signature).digest('base64url') };
  });
  if (faults.length > 0) throw refused(...faults);
  return wanted;
}

const refused = (...messages: readonly string[]): DomainError =>
  new DomainError(...messages.map((message) => ({ code: 'Validation' as const, message, fieldName: 'Definition' })));

/** The role makes and so owns its objects; nothing of a definition is ever run with the rights of the service. */
async function install(work: SchemaWork, missing: readonly Wanted[]): Promise<void> {
  await prepareRole(work);
  await work.run(sql`SET LOCAL search_path = ${ident(work.schema)}, pg_temp`);
  for (const { object, text, mark } of missing) {
    await work.run(sql`SET LOCAL ROLE ${ident(roleName(work.schema))}`);
    await create(work, object, text);
    await work.run(raw('RESET ROLE'));
    const problems = installProblems(object, await work.run<CreatedRoutine>(createdSql(work.schema, object.name)));
    if (problems.length > 0) throw refused(...problems.map((problem) => `${object.name}: ${problem}`));
    await work.runAll(sealRoutine(work.schema, object, mark));
  }
  await work.run(raw('SET LOCAL search_path = pg_catalog'));
  await work.run(closeSchema(work.schema));
}

async function create(work: SchemaWork, { name }: DatabaseObject, text: string): Promise<void> {
  try {
    await work.runText(text);
  } catch (error) {
    const refusal = refusalOf(error);
    throw refusal ? refused(`${name}: ${refusal.message}`) : error;
  }
}

/** @throws {DomainError} Validation that says which right the service's login lacks. */
async function prepareRole(work: SchemaWork): Promise<void> {
  try {
    await work.run(createRole(work.schema));
    await work.runAll(openSchema(work.schema));
  } catch (error) {
    if (refusalOf(error)?.sqlState !== '42501') throw error;
    throw refused(
      'Database objects need a role of their own, and the database login of the service may not make one: it lacks CREATEROLE.',
    );
  }
}
