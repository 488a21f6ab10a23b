import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import type { Chain, RunInput, RunState } from '../../core/workflows/run.js';
import { isObject, type JsonObject, type JsonValue } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';
import { compileEnd, compileWake, planEnd, planWake, type RunEnd } from '../../core/runs/end-run.sql.js';
import { compileWait, planWait } from '../../core/runs/control-run.sql.js';
import { compileFirstRows, compileOutputs, compileRuns, planIds } from '../../core/runs/read-run.sql.js';
import { compileStep, planStep, type Claim, type StepRow } from '../../core/runs/step-rows.sql.js';
import { readChain } from '../../core/workflows/chain.js';
import type { RunAs } from '../../core/workflows/workflow.js';
import type { Versions } from '../../platform/catalogue/environment.repository.js';
import { Database } from '../../platform/database/database.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { RunLost } from './run-errors.js';

interface StoredRow {
  readonly id: string;
  readonly workflowId: string | null;
  readonly triggerId: string | null;
  readonly state: RunState;
  readonly runAs: RunAs;
  readonly entityName: string | null;
  readonly recordId: string | null;
  readonly userId: string | null;
  readonly ownerId: string;
  readonly input: string | null;
  readonly error: string | null;
  readonly chain: string | null;
  readonly progress: string | null;
}

/** A run as it was enqueued. */
export interface StoredRun extends Omit<StoredRow, 'input' | 'chain' | 'error' | 'progress'> {
  readonly input: RunInput;
  readonly chain: Chain;
  readonly error: JsonObject | undefined;
  /** Of a run that has ended: `{Step, Version}`. */
  readonly progress: JsonObject | undefined;
}

/** Output of a step, of a list its first row. */
export interface FirstRow {
  readonly row: JsonValue;
  readonly isList: boolean;
  /** Characters of its JSON text. */
  readonly size: number;
}

/** Answer to a step that was stored. */
interface KeptStep {
  /** The run was cancelled. */
  readonly isCancelled: boolean;
  /** Bytes of the outputs that the run has stored. */
  readonly outputBytes: number;
  readonly versions: Versions;
}
type KeptRow = Pick<KeptStep, 'isCancelled'> & Versions & { readonly outputBytes: string };

/** Reads and writes the records of runs and their steps. */
@Injectable()
export class RunRecords {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  async find(ctx: RequestContext, runId: string): Promise<StoredRun | undefined> {
    const plan = planIds(ctx, [runId]);
    const statement = this.statements.get(ctx, 'runs: read', () => compileRuns(ctx, plan), 'read');
    const [row] = await this.database.execute<StoredRow>(ctx, statement, plan.args);
    return row && storedRun(row);
  }

  /** Outputs of completed steps by their ids. */
  async outputs(ctx: RequestContext, stepIds: readonly string[]): Promise<ReadonlyMap<string, JsonValue>> {
    if (stepIds.length === 0) return new Map();
    const plan = planIds(ctx, stepIds);
    const statement = this.statements.get(ctx, 'runs: outputs', () => compileOutputs(ctx, plan), 'read');
    const rows = await this.database.execute<{ id: string; output: string | null }>(ctx, statement, plan.args);
    return new Map(rows.map(({ id, output }) => [id, readJson(output ?? 'null')]));
  }

  /** As `outputs`, of lists their first rows. */
  async firstRows(ctx: RequestContext, stepIds: readonly string[]): Promise<ReadonlyMap<string, FirstRow>> {
    if (stepIds.length === 0) return new Map();
    const plan = planIds(ctx, stepIds);
    const statement = this.statements.get(ctx, 'runs: first rows', () => compileFirstRows(ctx, plan), 'read');
    const rows = await this.database.execute<{ id: string; isList: boolean | null; output: string | null }>(
      ctx,
      statement,
      plan.args,
    );
    return new Map(
      rows.map(({ id, isList, output }) => {
        const text = output ?? 'null';
        return [id, { row: readJson(text), isList: isList === true, size: text.length }];
      }),
    );
  }

  /**
   * Stores a step, in the transaction of what it wrote if there is one.
   * @throws {RunLost} where another process has the run, or has completed the step
   */
  async keepStep(ctx: RequestContext, claim: Claim, row: StepRow, tx?: Transaction): Promise<KeptStep> {
    const plan = planStep(ctx, claim, row);
    const statement = this.statements.get(ctx, 'runs: step', () => compileStep(ctx, plan));
    const [kept] = tx
      ? await tx.execute<KeptRow>(statement, plan.args)
      : await this.database.execute<KeptRow>(ctx, statement, plan.args);
    if (!kept) throw new RunLost();
    const { isCancelled, outputBytes, ...versions } = kept;
    return { isCancelled, outputBytes: Number(outputBytes), versions };
  }

  /** Shows what a run waits for, as its error; null where it waits no more. */
  async showWait(ctx: RequestContext, runId: string, error: string | null): Promise<void> {
    const plan = planWait(ctx, runId, error);
    const statement = this.statements.get(ctx, 'runs: wait', () => compileWait(ctx, plan));
    await this.database.execute(ctx, statement, plan.args);
  }

  /** Ends a run. @returns false where the process has it no more */
  end(ctx: RequestContext, claim: Claim, end: RunEnd): Promise<boolean> {
    return this.database.transaction(ctx, (tx) => this.endIn(ctx, claim, end, tx));
  }

  /** As `end`, in a transaction. */
  async endIn(ctx: RequestContext, claim: Claim, end: RunEnd, tx: Transaction): Promise<boolean> {
    const plan = planEnd(ctx, claim, end);
    const statement = this.statements.get(ctx, 'runs: end', () => compileEnd(ctx, plan));
    const [gone] = await tx.execute<{ orderKey: string | null }>(statement, plan.args);
    if (!gone) return false;
    if (gone.orderKey !== null) {
      const wake = planWake(ctx, gone.orderKey);
      await tx.execute(
        this.statements.get(ctx, 'runs: wake', () => compileWake(ctx, wake)),
        wake.args,
      );
    }
    return true;
  }
}

function storedRun({ input, chain, error, progress, ...row }: StoredRow): StoredRun {
  return {
    ...row,
    input: objectOf(input) ?? {},
    chain: readChain(chain),
    error: objectOf(error),
    progress: objectOf(progress),
  };
}

function objectOf(text: string | null): JsonObject | undefined {
  const json = text === null ? undefined : readJson(text);
  return isObject(json) ? json : undefined;
}
