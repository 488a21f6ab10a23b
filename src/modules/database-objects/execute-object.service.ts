import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { Args } from '../../core/sql/args.js';
import { raw, render, type Sql } from '../../core/sql/sql.js';
import { bindParameters, type GivenParameter } from '../../core/objects/bind-parameters.js';
import { compileObjectCall } from '../../core/objects/call-object.sql.js';
import type { DatabaseObject, ObjectKind } from '../../core/objects/database-object.js';
import { enterCall, leaveCall, objectsState } from '../../core/objects/object-call.sql.js';
import { sqlTypeOf } from '../../core/objects/object-value.js';
import { clashFault } from '../../core/writes/clash-fault.js';
import type { Value } from '../../core/values/value-type.js';
import { ConfinedDatabase } from '../../platform/database/confined-database.js';
import { ConstraintViolation, refusalOf } from '../../platform/database/database.errors.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { WriteEndings } from '../records/index.js';
import { ObjectAccess } from './object-access.service.js';
import { objectFailure, objectNotFound, objectsChanged, permissionRequired } from './object.errors.js';
import { ObjectRepository } from './object.repository.js';
import { outcomeOf, type CallRow, type ObjectOutcome } from './object-outcome.js';
import { SchemaWork } from './schema-work.js';

/** Which object to call, with what. */
export interface ExecuteCommand {
  readonly objectName: string;
  readonly kind: ObjectKind;
  readonly parameters: readonly GivenParameter[];
}

/** Calls a registered procedure or function with bound parameters (contract §5, database/execute). */
@Injectable()
export class ExecuteObject {
  readonly #logger = new Logger(ExecuteObject.name);

  constructor(
    private readonly objects: ObjectRepository,
    private readonly access: ObjectAccess,
    private readonly database: ConfinedDatabase,
    private readonly endings: WriteEndings,
  ) {}

  /** @throws {DomainError} NotFound, PermissionRequired, Validation, QueryTimeout, what the object raises */
  async run(ctx: RequestContext, { objectName, kind, parameters }: ExecuteCommand): Promise<ObjectOutcome> {
    const object = await this.objects.find(ctx, objectName);
    if (object?.kind !== kind) throw objectNotFound(objectName, kind);
    const { requiredPermission } = object;
    if (requiredPermission !== undefined && !(await this.objects.hasPermission(ctx, requiredPermission)))
      throw permissionRequired(object);
    const values = bindParameters(object, parameters);
    await this.access.ensure(ctx, object.allowWrites);
    return this.database.transaction(ctx, (tx) =>
      object.allowWrites ? this.#write(ctx, object, values, tx) : this.#read(ctx, object, values, tx),
    );
  }

  /** Leaves nothing, whatever the object tried. */
  async #read(
    ctx: RequestContext,
    object: DatabaseObject,
    values: readonly Value[],
    tx: Transaction,
  ): Promise<ObjectOutcome> {
    tx.rollbackOnly();
    await new SchemaWork(ctx, tx).run(raw('SET TRANSACTION READ ONLY'));
    return outcomeOf(object, await this.#call(ctx, object, values, tx));
  }

  /** What follows from written records follows from these too; the object's settings of the session end before that. */
  async #write(
    ctx: RequestContext,
    object: DatabaseObject,
    values: readonly Value[],
    tx: Transaction,
  ): Promise<ObjectOutcome> {
    const run = <Row>(fragment: Sql): Promise<readonly Row[]> =>
      tx.run<Row>({ ...render(fragment), name: '', schema: ctx.catalogue.environment.schema }, new Args(ctx));
    const state = objectsState(ctx.catalogue.environment.schema);
    await run(enterCall(ctx));
    const before = await run<{ state: string }>(state);
    const row = await this.#call(ctx, object, values, tx);
    await run(raw('RESET ALL'));
    if ((await run<{ state: string }>(state))[0].state !== before[0].state) throw objectsChanged(object);
    const changes = await run<{ entity: string; count: number }>(leaveCall(ctx));
    const written = changes.map(({ entity }) => ctx.catalogue.entity(entity));
    await this.endings.run(ctx, written, tx);
    const recordAffected = changes.reduce((sum, { count }) => sum + count, 0);
    return { ...outcomeOf(object, row), recordAffected, correlationId: ctx.correlationId };
  }

  async #call(
    ctx: RequestContext,
    object: DatabaseObject,
    values: readonly Value[],
    tx: Transaction,
  ): Promise<CallRow> {
    const { schema } = ctx.catalogue.environment;
    const args = new Args(ctx);
    const slots = object.parameters.map((parameter, i) => args.add(values[i], sqlTypeOf(parameter)));
    const statement = { ...render(compileObjectCall(schema, object, slots)), name: '', schema };
    try {
      const [row] = await tx.run<CallRow>(statement, args);
      return row ?? {};
    } catch (error) {
      throw this.#failure(ctx, object, error);
    }
  }

  /** The author learns the cause from the log; the caller learns what he may know. */
  #failure(ctx: RequestContext, object: DatabaseObject, error: unknown): unknown {
    const clash = error instanceof ConstraintViolation ? clashFault(ctx.catalogue, error) : undefined;
    if (clash) return new DomainError({ code: clash.code, message: clash.message, fieldName: clash.fieldName });
    const refusal = refusalOf(error);
    const failure = refusal && objectFailure(ctx, object, refusal);
    if (!failure) return error;
    this.#logger.warn({ requestId: ctx.requestId, object: object.name, ...refusal }, 'a database object failed');
    return failure;
  }
}
