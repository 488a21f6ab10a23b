import { JsonText } from '#core/json/json.js';
import type { Routine } from '#routines/core/routine.js';
import { outputJson } from '#routines/core/routine-value.js';

/** Row of a call, with the columns of `compileObjectCall`. */
export type CallRow = Readonly<Record<string, unknown>>;

/** Result of a call as finished JSON. */
export interface RoutineOutcome {
  readonly resultSets: readonly JsonText[];
  readonly outputParameters: JsonText;
  readonly returnValue: JsonText;
  /** Number of answered rows. */
  readonly total: number;
  /** True if there were more rows than are answered. */
  readonly truncated: boolean;
  /** Number of changes by the routine. */
  readonly recordAffected: number;
  /** Output of a step of a workflow: the rows, the value as `{Value}`, or the output parameters. */
  readonly stepOutput: JsonText;
  /** Outcome of a call that may have written. */
  readonly correlationId?: string;
}

const NULL = new JsonText('null');
const NO_ROWS = {
  resultSets: [],
  outputParameters: new JsonText('{}'),
  returnValue: NULL,
  total: 0,
  truncated: false,
  recordAffected: 0,
} as const;

const columnText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Selects the parts of an answer by kind of routine; the others are empty. */
export function routineOutcome(routine: Routine, row: CallRow): RoutineOutcome {
  switch (routine.kind) {
    case 'Procedure': {
      const outputParameters = new JsonText(outputs(routine, row));
      return { ...NO_ROWS, outputParameters, stepOutput: outputParameters };
    }
    case 'ScalarFunction': {
      const returnValue = row.value === null ? NULL : new JsonText(columnText(row.value));
      return { ...NO_ROWS, returnValue, stepOutput: new JsonText(`{"Value":${returnValue.text}}`) };
    }
    case 'TableFunction': {
      const rows = new JsonText(`[${columnText(row.rows)}]`);
      return {
        ...NO_ROWS,
        resultSets: [rows],
        stepOutput: rows,
        total: Number(row.total),
        truncated: row.more === true,
      };
    }
  }
}

function outputs({ parameters }: Routine, row: CallRow): string {
  const members = parameters
    .filter(({ isOut }) => isOut)
    .map((parameter) => `${JSON.stringify(parameter.name)}:${outputJson(parameter, row[parameter.name])}`);
  return `{${members.join()}}`;
}
