/**
 * A program: inserts customers with one prepared statement after the other, straight into PostgreSQL. Its parent sends
 * `LimitFacts`, then `InsertRun`s; it answers each with its inserts per second.
 */
import { once } from 'node:events';
import pg from 'pg';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { bareInsertText, insertText, type LimitFacts } from './statements.js';

/** Which statement runs, on every connection of the pool, for how long. */
export interface InsertRun {
  readonly statement: 'bare' | 'logged';
  readonly durationMs: number;
}

const [facts] = (await once(process, 'message')) as [LimitFacts];
const pool = new pg.Pool({ connectionString: facts.databaseUrl, max: facts.poolSize });
const TEXTS = { bare: bareInsertText(facts), logged: insertText(facts) };
const REGION = '00000000-0000-7000-8000-000000000007';
let last = 0;

function insert(statement: InsertRun['statement']): Promise<unknown> {
  const number = String(++last).padStart(12, '0');
  const ids = [uuidV7(), uuidV7(), uuidV7(), new Date().toISOString(), facts.sequence];
  const texts = [`Customer ${number}`, `ES${number}`, `b${number}@customer.example`, '+49 30 1234567', 'Wholesale'];
  const values = [...ids, ...texts, '7500.00', true, '2025-01-15', REGION];
  return pool.query({ name: statement, text: TEXTS[statement], values });
}

async function run({ statement, durationMs }: InsertRun): Promise<number> {
  const beganAt = performance.now();
  let inserts = 0;
  const keepInserting = async (): Promise<void> => {
    for (; performance.now() - beganAt < durationMs; inserts++) await insert(statement);
  };
  await Promise.all(Array.from({ length: facts.poolSize }, keepInserting));
  return (inserts * 1_000) / (performance.now() - beganAt);
}

process.on('disconnect', () => process.exit());
process.on('message', (wanted: InsertRun) => void run(wanted).then((perSecond) => process.send!(perSecond)));
process.send!('ready');
