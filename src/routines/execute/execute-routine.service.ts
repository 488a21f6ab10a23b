import { Injectable, Logger } from '@nestjs/common';
import { requireKeyExecutes } from '#core/rights/keyed-access.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { Args } from '#core/statements/args.js';
import { raw } from '#core/sql/sql.js';
import { bindParameters, type GivenParameter } from '#routines/core/bind-parameters.js';
import { compileRoutineCall } from '#routines/core/call-routine.sql.js';
import type { Routine, RoutineKind } from '#routines/core/routine.js';
import { beginCall, endCall, followCall, STALE } from '#routines/core/call-functions.sql.js';
import type { AfterRoutineStep } from '#records/core/hooks/after-routine-step.js';
import { sqlTypeOf } from '#routines/core/routine-value.js';
import type { Value } from '#core/fields/value-type.js';
import { ConfinedDatabase } from '#platform/database/confined-database.js';
import { outdated, refusalOf } from '#platform/database/connections/database.errors.js';
import { RoutineLogins } from '#platform/database/routine-logins.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, WriteRefused, clashOf } from '#records/index.js';
import { RoutineAccess } from '#routines/install/routine-access.service.js';
import { routineFailure, routineNotFound, permissionRequired } from '#routines/core/routine.errors.js';
import { RoutineRepository } from '#routines/install/routine.repository.js';
import { routineOutcome, type CallRow, type RoutineOutcome } from './routine-outcome.js';
import { SchemaWork } from '#routines/install/schema-work.js';

/** Call of a routine: name, kind and parameters. */
export interface ExecuteCommand {
  readonly routineName: string;
  /** Absent: any kind. */
  readonly kind?: RoutineKind;
  readonly parameters: readonly GivenParameter[];
}

interface Call {
  readonly routine: Routine;
  readonly values: readonly Value[];
}

/** Signed claims for the session of a call, besides the caller. */
interface Claims {
  readonly role: string;
  readonly until: Date;
  readonly follow: string;
}

interface WritingCall extends Call {
  readonly claims: Claims;
}

/** Translates the faults of the step whose number `callFollow` returned. */
function refusalOfStep(steps: readonly AfterRoutineStep[], refused: string): readonly Fault[] {
  const at = refused.indexOf(' ');
  return steps[Number(refused.slice(0, at))].faultsOf(refused.slice(at + 1));
}

/** Calls registered routines with bound parameters. */
@Injectable()
export class ExecuteRoutine {
  readonly #logger = new Logger(ExecuteRoutine.name);

  constructor(
    private readonly routines: RoutineRepository,
    private readonly access: RoutineAccess,
    private readonly database: ConfinedDatabase,
    private readonly logins: RoutineLogins,
    private readonly beforeCommit: BeforeCommitHooks,
  ) {}

  /**
   * Calls a routine.
   * @throws {DomainError} NotFound, PermissionRequired, Validation, QueryTimeout, or an error that the routine raises.
   */
  async execute(ctx: RequestContext, { routineName, kind, parameters }: ExecuteCommand): Promise<RoutineOutcome> {
    requireKeyExecutes(ctx, 'routines');
    const routine = await this.routines.find(ctx, routineName);
    if (!routine || routine.kind !== (kind ?? routine.kind)) throw routineNotFound(routineName, kind);
    const { requiredPermission } = routine;
    if (requiredPermission !== undefined && !(await this.routines.hasPermission(ctx, requiredPermission)))
      throw permissionRequired(routine);
    const values = bindParameters(routine, parameters);
    const login = await this.logins.of(ctx.catalogue.environment.schema, routine.readsProtected);
    const follow = await this.access.ensure(ctx, login, routine.allowWrites);
    try {
      return await this.database.transaction(ctx, login, (tx, until) =>
        routine.allowWrites
          ? this.#write(ctx, tx, { routine, values, claims: { role: login.name, until, follow } })
          : this.#read(ctx, tx, { routine, values }),
      );
    } catch (error) {
      // Deferred constraints of the routine's writes may also fail at COMMIT.
      throw this.#failure(ctx, routine, error);
    }
  }

  /** Rolls the call back, whatever the routine tried. */
  async #read(ctx: RequestContext, tx: Transaction, call: Call): Promise<RoutineOutcome> {
    tx.rollbackOnly();
    await new SchemaWork(ctx, tx).execute(raw('SET TRANSACTION READ ONLY'));
    return routineOutcome(call.routine, await this.#call(ctx, tx, call));
  }

  /** Executes the follow-up steps of written records, after the routine's session settings are reset. */
  async #write(ctx: RequestContext, tx: Transaction, call: WritingCall): Promise<RoutineOutcome> {
    const { schema } = ctx.catalogue.environment;
    const work = new SchemaWork(ctx, tx);
    const steps = this.beforeCommit.afterRoutineSteps(ctx);
    await this.#begin(ctx, tx, { ...call.claims, steps });
    const row = await this.#call(ctx, tx, call);
    await work.execute(raw('RESET ALL'));
    const [{ refused }] = await work.execute<{ refused: string | null }>(followCall(schema));
    if (refused === STALE) throw outdated();
    if (refused !== null) throw new WriteRefused(...refusalOfStep(steps, refused));
    const outcome = routineOutcome(call.routine, row);
    const written = await this.#end(ctx, tx, ctx.job ? outcome.stepOutput.text : null);
    const recordAffected = written.reduce((sum, { changes }) => sum + changes, 0);
    return { ...outcome, recordAffected, correlationId: ctx.correlationId };
  }

  /** @param kept output of a step, which a second try of it answers instead of a second call */
  async #end(ctx: RequestContext, tx: Transaction, kept: string | null): Promise<readonly { changes: number }[]> {
    const args = new Args(ctx);
    const slot = args.add(kept, 'json');
    return tx.executeOnce<{ changes: number }>(ctx, endCall(ctx.catalogue.environment.schema, slot), args);
  }

  /** Sets the caller's identity in the session before tenant code runs. */
  async #begin(
    ctx: RequestContext,
    tx: Transaction,
    { role, until, follow, steps }: Claims & { readonly steps: readonly AfterRoutineStep[] },
  ): Promise<void> {
    const { environment } = ctx.catalogue;
    const claims = JSON.stringify({
      role,
      environmentId: environment.id,
      userId: ctx.principal.userId,
      keyId: ctx.principal.key?.id,
      teamId: ctx.principal.primaryTeamId,
      correlationId: ctx.correlationId,
      at: ctx.at,
      until,
      follow,
      args: steps.map(({ args }) => args.values),
    });
    const args = new Args(ctx);
    const [text, mac] = [args.add(claims, 'text'), args.add(await this.logins.sign(claims), 'bytea')];
    await tx.executeOnce(ctx, beginCall(environment.schema, text, mac), args);
  }

  async #call(ctx: RequestContext, tx: Transaction, { routine, values }: Call): Promise<CallRow> {
    const { schema } = ctx.catalogue.environment;
    const args = new Args(ctx);
    const slots = routine.parameters.map((parameter, i) => args.add(values[i], sqlTypeOf(parameter)));
    const [row] = await tx.executeOnce<CallRow>(ctx, compileRoutineCall(schema, routine, slots), args);
    return row ?? {};
  }

  /** Logs the cause for the author of the routine; the caller learns a part of it. */
  #failure(ctx: RequestContext, routine: Routine, error: unknown): unknown {
    const clash = clashOf(ctx, error);
    if (clash) return new DomainError({ code: clash.code, message: clash.message, fieldName: clash.fieldName });
    const refusal = refusalOf(error);
    const failure = refusal && routineFailure(ctx, routine, refusal);
    if (!failure) return error;
    this.#logger.warn({ requestId: ctx.requestId, object: routine.name, ...refusal }, 'a database object failed');
    return failure;
  }
}
