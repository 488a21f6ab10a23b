import { Injectable, Logger } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject, JsonText } from '#core/json/json.js';
import { RenewContext } from '#platform/catalogue/renew-context.js';
import { isFrozen } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { StepOutcomes, type KeyedStep, type StepResult } from '#platform/operations/outcomes/step-outcomes.js';
import { clashOf } from '#records/writes/statement-call.js';
import { DeferredKeys } from '#records/writes/deferred-keys.js';
import { OutcomeRepository } from '#records/writes/outcome.repository.js';
import { WriteTransactions } from '#records/writes/write-transactions.service.js';
import type { PreparedWrite, StepOutcome, StepTransaction } from '#records/writes/write-plan.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import type { BatchCommand } from '#records/core/batch/batch-command.js';
import { AnswerSize } from '#platform/operations/outcomes/answer-size.js';
import { inStep, planBatch, type PlannedBatchStep } from './plan-steps.js';
import { HookQuestions } from '#records/hooks/hook-questions.js';
import { PrepareStep, type ReadStep } from './prepare-step.service.js';
import { StepRefs } from './step-refs.js';
import { withReferences } from '#records/core/batch/step-references.js';
import { lateSteps } from '#records/core/batch/late-steps.js';
import { untilUnraced } from './upsert-raced.js';

/** A step that has run, and the write that it was. */
interface DoneStep {
  readonly write: PreparedWrite;
  readonly outcome: StepOutcome;
}

/** Formats `Result`, which is stored in the transaction. */
type ResultOf = (results: readonly StepResult[]) => JsonText;

/** Reads what the steps and the before-commit hooks have made. @param log lines about the steps */
type Look = (tx: Transaction, log: readonly string[]) => Promise<void>;

/** Options of the whole batch. */
interface BatchOptions {
  readonly dryRun: boolean;
  readonly resultOf: ResultOf;
  readonly look: (tx: Transaction) => Promise<void> | undefined;
}

/** Rolls a step back that another execution of the batch has decided meanwhile. */
class StepDecided extends Error {}

/** Executes several writes of one request, all or none of them or each by itself (docs/interface/records.md#batch). */
@Injectable()
export class RunBatch {
  readonly #logger = new Logger(RunBatch.name);
  /** Steps with references by their bodies, as they were read last. */
  readonly #late = new WeakMap<
    JsonObject,
    { readonly ctx: RequestContext; readonly targets: string; readonly read: ReadStep }
  >();

  constructor(
    private readonly steps: PrepareStep,
    private readonly outcomes: OutcomeRepository,
    private readonly transactions: WriteTransactions,
    private readonly stepOutcomes: StepOutcomes,
    private readonly renewal: RenewContext,
  ) {}

  /** @throws {DomainError} of an atomic batch, at whose end `look` is called; all known faults, each at its step */
  async execute(ctx: RequestContext, command: BatchCommand, resultOf: ResultOf, look?: Look): Promise<WriteOutcome> {
    if (command.shapeFaults.length > 0) throw new DomainError(command.shapeFaults);
    const planned = await planBatch(ctx, command.steps, (step) => this.steps.prepare(ctx, step));
    const ofSteps = planned.flatMap((step, i) => step.log.map((line) => `Steps[${i}]: ${line}`));
    ctx.submission?.noteLog([...ctx.submission.log, ...ofSteps]);
    const options = { dryRun: command.dryRun, resultOf, look: (tx: Transaction) => look?.(tx, ofSteps) };
    return command.mode === 'Atomic' ? this.#runAll(ctx, planned, options) : this.#runEach(ctx, planned, options);
  }

  async #runAll(
    ctx: RequestContext,
    planned: readonly PlannedBatchStep[],
    options: BatchOptions,
  ): Promise<WriteOutcome> {
    const faults = planned.flatMap((step, i) => step.faults.map(inStep(i)));
    if (faults.length > 0) throw new DomainError(faults);
    const { dryRun, resultOf, look } = options;
    let done: readonly DoneStep[] = [];
    const perform = async (tx: Transaction): Promise<StepOutcome> => {
      done = await this.#runInOrder(ctx, planned, tx);
      const results = done.map(({ outcome }) => outcome);
      return { ...stepOutcomeOf(results, resultOf), written: [...new Set(results.flatMap(({ written }) => written))] };
    };
    const complete = async (_: WriteOutcome, changed: ReadonlySet<Entity>, tx: Transaction): Promise<WriteOutcome> => {
      const results: WriteOutcome[] = [];
      const size = new AnswerSize();
      for (const step of done) {
        const result = await completed(step, changed, tx);
        size.require(result, results.length);
        results.push(result);
      }
      await look(tx);
      return stepOutcomeOf(results, resultOf);
    };
    return untilUnraced(() => this.transactions.execute(ctx, { kind: 'steps', dryRun, perform, complete }));
  }

  async #runInOrder(
    ctx: RequestContext,
    planned: readonly PlannedBatchStep[],
    tx: Transaction,
  ): Promise<readonly DoneStep[]> {
    const refs = new StepRefs();
    const done: DoneStep[] = [];
    const [mayBeLate, late] = [lateSteps(planned), [] as number[]];
    const size = new AnswerSize();
    const run = async (i: number): Promise<void> => {
      const part = { tx, mode: 'part' } as const;
      const runPart = (): Promise<DoneStep> => this.#runStep(ctx, planned[i], refs, part);
      const ran = await HookQuestions.placed(tx, inStep(i), () => DeferredKeys.placed(tx, inStep(i), runPart));
      await DeferredKeys.storeFree(ctx, tx);
      size.require(ran.outcome, i);
      refs.add(planned[i], ran.outcome);
      done[i] = ran;
    };
    const runPlaced = (i: number): Promise<void> => run(i).catch((error: unknown) => throwInStep(i, error));
    for (const i of planned.keys()) {
      if (!mayBeLate.has(i)) await runPlaced(i);
      else if (!(await DeferredKeys.withoutClash(tx, () => runPlaced(i)))) late.push(i);
    }
    for (const i of late) await runPlaced(i);
    const entities = [...new Set(done.flatMap(({ outcome }) => outcome.written))];
    await this.outcomes.record(ctx, { operation: 'Batch', written: { entities } }, refs.ids, tx);
    return done;
  }

  /**
   * Each step in a transaction of its own, one after the other; the outcome of the batch is recorded at the end. With an
   * idempotency key, outcomes of steps that earlier executions stored are reused.
   */
  async #runEach(
    ctx: RequestContext,
    planned: readonly PlannedBatchStep[],
    { dryRun, resultOf }: BatchOptions,
  ): Promise<WriteOutcome> {
    ctx.submission?.runInline();
    const key = dryRun ? undefined : ctx.submission?.key;
    const decided = key && (await this.stepOutcomes.all(key));
    const ofStep: RequestContext = { ...ctx, submission: undefined };
    const refs = new StepRefs();
    const results: StepResult[] = [];
    const size = new AnswerSize();
    for (const [position, step] of planned.entries()) {
      const keyed = key && { key, position, environmentId: ctx.catalogue.environment.id };
      const result = decided?.get(position) ?? (await this.#runAlone(ofStep, step, refs, { dryRun, keyed }));
      refs.add(step, result);
      results.push(size.cut(result));
    }
    size.note(ctx.submission);
    const perform = async (tx: Transaction): Promise<StepOutcome> => {
      await this.outcomes.record(ctx, { operation: 'Batch', isCommitted: true }, refs.ids, tx);
      return { ...stepOutcomeOf(results, resultOf), written: [] };
    };
    return this.transactions.execute(ctx, { kind: 'steps', dryRun, perform });
  }

  async #runAlone(
    ctx: RequestContext,
    step: PlannedBatchStep,
    refs: StepRefs,
    { dryRun, keyed }: { readonly dryRun: boolean; readonly keyed: KeyedStep | undefined },
  ): Promise<StepResult> {
    let done: DoneStep;
    const performBy =
      (current: RequestContext) =>
      async (tx: Transaction): Promise<StepOutcome> => {
        if (keyed && !(await this.stepOutcomes.claim(current, keyed, tx))) throw new StepDecided();
        const prepared = current === ctx ? step : { ...step, read: undefined };
        done = await this.#runStep(current, prepared, refs, { tx, mode: 'part' });
        return done.outcome;
      };
    const complete = async (_: WriteOutcome, changed: ReadonlySet<Entity>, tx: Transaction): Promise<WriteOutcome> => {
      const outcome = await completed(done, changed, tx);
      if (keyed) await this.stepOutcomes.keep(ctx, keyed, outcome, tx);
      return outcome;
    };
    try {
      if (step.faults.length > 0) throw new DomainError(step.faults);
      return await this.renewal.execute(ctx, (current) => {
        const plan = { kind: 'steps', dryRun, perform: performBy(current), complete } as const;
        return untilUnraced(() => this.transactions.execute(current, plan));
      });
    } catch (error) {
      if (keyed && error instanceof StepDecided) return this.stepOutcomes.decided(keyed);
      const refusal = this.#refusalOf(ctx, error);
      return keyed ? this.stepOutcomes.refuse(keyed, refusal) : { error: refusal };
    }
  }

  #refusalOf(ctx: RequestContext, error: unknown): DomainError {
    if (isFrozen(error)) throw error; // A replay goes on with this step.
    if (error instanceof DomainError) return error;
    this.#logger.error(error);
    const message = `The service failed. Quote request ${ctx.requestId} to its operator.`;
    return new DomainError({ code: 'Internal', message });
  }

  /** Reads a step with references, once for each context and targets: its records keep their Ids when it runs again. */
  #read(ctx: RequestContext, step: PlannedBatchStep, refs: StepRefs): ReadStep {
    const targets: string[] = [];
    const body = withReferences(step.body, (reference) => {
      const id = refs.id(reference);
      targets.push(id);
      return id;
    });
    const known = this.#late.get(step.body);
    if (known?.ctx === ctx && known.targets === targets.join()) return known.read;
    const read = this.steps.prepare(ctx, { ...step, body });
    this.#late.set(step.body, { ctx, targets: targets.join(), read });
    return read;
  }

  async #runStep(
    ctx: RequestContext,
    step: PlannedBatchStep,
    refs: StepRefs,
    transaction: StepTransaction,
  ): Promise<DoneStep> {
    const { write } = step.read ?? this.#read(ctx, step, refs);
    if (write.faults.length > 0) throw new DomainError(write.faults);
    try {
      return { write, outcome: await write.execute(transaction) };
    } catch (error) {
      const clash = clashOf(ctx, error);
      throw clash ? new DomainError(clash) : error;
    }
  }
}

/** The outcome of a step as the same write answers in a request of its own: hooks run at the end of the batch. */
const completed = async (
  { write, outcome }: DoneStep,
  changed: ReadonlySet<Entity>,
  tx: Transaction,
): Promise<WriteOutcome> => (await write.complete?.(outcome, changed, tx)) ?? outcome;

const stepOutcomeOf = (results: readonly StepResult[], resultOf: ResultOf): WriteOutcome => ({
  result: resultOf(results),
  recordAffected: results.reduce((sum, step) => sum + ('error' in step ? 0 : step.recordAffected), 0),
});

function throwInStep(i: number, error: unknown): never {
  throw error instanceof DomainError ? new DomainError(error.faults.map(inStep(i))) : error;
}
