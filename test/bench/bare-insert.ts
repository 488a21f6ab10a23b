import type { InsertRun } from './limit/run-inserts.js';
import type { Bed } from './rig/bed.js';
import { pairsInTurns } from './rig/pairs.js';
import { familyCpuMs, forkProgram, reply, stop } from './rig/processes.js';

/** Share of the insert's rate that the rows of the operation and the change may cost, with this number of clients. */
export const COST = 0.2;
export const CLIENTS = 16;

const WARM_UP_MS = 2_000;
const ROUND_MS = 2_500;
const ROUNDS = 7;

/** Result of one statement. */
export interface Inserted {
  readonly perSecond: number;
  readonly postgresMicros: number;
}

/** The same insert without these rows and with them, right after each other. */
export type Inserts = Readonly<Record<InsertRun['statement'], Inserted>>;

/** Prepared statements over bare connections, in turns: what is measured is PostgreSQL. */
export async function bareInserts({ facts, postgres }: Bed): Promise<readonly Inserts[]> {
  const program = forkProgram('../limit/run-inserts.ts');
  const insert = async (statement: InsertRun['statement'], durationMs = ROUND_MS): Promise<Inserted> => {
    const before = familyCpuMs(postgres);
    program.send({ statement, durationMs } satisfies InsertRun);
    const perSecond = await reply<number>(program);
    const inserts = (perSecond * durationMs) / 1_000;
    return { perSecond, postgresMicros: ((familyCpuMs(postgres) - before) * 1_000) / inserts };
  };
  try {
    program.send({ ...facts, poolSize: CLIENTS });
    await reply(program);
    for (const statement of ['bare', 'logged'] as const) await insert(statement, WARM_UP_MS);
    return await pairsInTurns(ROUNDS, { bare: () => insert('bare'), logged: () => insert('logged') });
  } finally {
    await stop(program);
  }
}
