import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { Chain, RunInput } from '#core/catalogue/run.js';
import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { endRun, endValues, wakeRun, type RunEnd } from '#automation/core/runs/end-run.sql.js';
import { showWait } from '#automation/core/runs/control-run.sql.js';
import { readFirstRows, readOutputs, readRuns, type RunFields } from '#automation/core/runs/read-run.sql.js';
import { stepValues, storeStep, type Claim, type StepRow } from '#automation/core/runs/step-rows.sql.js';
import { readChain } from '#automation/core/workflows/chain.js';
import type { Versions } from '#platform/catalogue/environment.repository.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { RunLost } from './run-errors.js';

/** A run as it was enqueued. */
export interface StoredRun extends Omit<RunFields, 'input' | 'chain' | 'error' | 'progress'> {
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

/** Reads and writes the records of runs and their steps. */
@Injectable()
export class RunRecords {
  constructor(private readonly database: Database) {}

  async find(ctx: RequestContext, runId: string): Promise<StoredRun | undefined> {
    const [row] = await this.database.runStatement(readRuns, ctx, { ids: [runId] });
    return row && storedRun(row);
  }

  /** Outputs of completed steps by their ids. */
  async outputs(ctx: RequestContext, stepIds: readonly string[]): Promise<ReadonlyMap<string, JsonValue>> {
    if (stepIds.length === 0) return new Map();
    const rows = await this.database.runStatement(readOutputs, ctx, { ids: stepIds });
    return new Map(rows.map(({ id, output }) => [id, readJson(output ?? 'null')]));
  }

  /** As `outputs`, of lists their first rows. */
  async firstRows(ctx: RequestContext, stepIds: readonly string[]): Promise<ReadonlyMap<string, FirstRow>> {
    if (stepIds.length === 0) return new Map();
    const rows = await this.database.runStatement(readFirstRows, ctx, { ids: stepIds });
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
    const [kept] = await (tx ?? this.database).runStatement(storeStep, ctx, stepValues(claim, row));
    if (!kept) throw new RunLost();
    const { isCancelled, outputBytes, ...versions } = kept;
    return { isCancelled, outputBytes: Number(outputBytes), versions };
  }

  /** Shows what a run waits for, as its error; null where it waits no more. */
  async showWait(ctx: RequestContext, runId: string, error: string | null): Promise<void> {
    await this.database.runStatement(showWait, ctx, { runId, error });
  }

  /** Ends a run. @returns false where the process has it no more */
  end(ctx: RequestContext, claim: Claim, end: RunEnd): Promise<boolean> {
    return this.database.transaction(ctx, (tx) => this.endIn(ctx, claim, end, tx));
  }

  /** As `end`, in a transaction. */
  async endIn(ctx: RequestContext, claim: Claim, end: RunEnd, tx: Transaction): Promise<boolean> {
    const [gone] = await tx.runStatement(endRun, ctx, endValues(claim, end));
    if (!gone) return false;
    if (gone.orderKey !== null) await tx.runStatement(wakeRun, ctx, { orderKey: gone.orderKey });
    return true;
  }
}

function storedRun({ input, chain, error, progress, ...row }: RunFields): StoredRun {
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
