import { JsonText } from '../../core/json/json.js';
import type { Routine } from '../../core/routines/routine.js';
import { outputJson } from '../../core/routines/routine-value.js';

/** What came of a call, in the columns of `compileObjectCall`. */
export type CallRow = Readonly<Record<string, unknown>>;

/** What a call of an object gave, as finished JSON. */
export interface RoutineOutcome {
  readonly resultSets: readonly JsonText[];
  readonly outputParameters: JsonText;
  readonly returnValue: JsonText;
  /** Rows answered. */
  readonly total: number;
  /** There were more rows than are answered. */
  readonly truncated: boolean;
  /** Changes that the object made. */
  readonly recordAffected: number;
  /** Of a call that may have written. */
  readonly correlationId?: string;
}

const NULL = new JsonText('null');
const NO_ROWS: RoutineOutcome = {
  resultSets: [],
  outputParameters: new JsonText('{}'),
  returnValue: NULL,
  total: 0,
  truncated: false,
  recordAffected: 0,
};

const columnText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The parts of an answer that an object of its kind has; the others are empty. */
export function routineOutcome(object: Routine, row: CallRow): RoutineOutcome {
  switch (object.kind) {
    case 'Procedure':
      return { ...NO_ROWS, outputParameters: new JsonText(outputs(object, row)) };
    case 'ScalarFunction':
      return { ...NO_ROWS, returnValue: row.value === null ? NULL : new JsonText(columnText(row.value)) };
    case 'TableFunction':
      return {
        ...NO_ROWS,
        resultSets: [new JsonText(`[${columnText(row.rows)}]`)],
        total: Number(row.total),
        truncated: row.more === true,
      };
  }
}

function outputs({ parameters }: Routine, row: CallRow): string {
  const members = parameters
    .filter(({ isOut }) => isOut)
    .map((parameter) => `${JSON.stringify(parameter.name)}:${outputJson(parameter, row[parameter.name])}`);
  return `{${members.join()}}`;
}
