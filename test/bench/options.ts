import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Selection and settings of a run, from the command line. */
export interface BenchOptions {
  /** Names of claims and findings; none stands for the usual ones. */
  readonly wanted: readonly string[];
  readonly rounds: number;
  /** Options for the service's process. */
  readonly node: readonly string[];
}

const PROGRAM = fileURLToPath(new URL('run.ts', import.meta.url));
const MISUSE_EXIT_CODE = 2;

/** The comment at the head of the program. */
const usage = (): string =>
  readFileSync(PROGRAM, 'utf8')
    .split(' */')[0]
    .replace(/^\/\*\*\n/, '')
    .replaceAll(/^ \* ?/gm, '');

function end(exitCode: number, text: string): never {
  process.stdout.write(`${text}\n`);
  process.exit(exitCode);
}

/** Reads the command line, before anything is started. A misspelt name or `--help` ends the program. */
export function readOptions(names: readonly string[]): BenchOptions {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '5' },
        node: { type: 'string', default: '' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) end(0, usage());
    const unknown = positionals.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`Nothing is called ${unknown.join(', ')}; there are ${names.join(', ')}.`);
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number of 1 or more.');
    return { wanted: positionals, rounds, node: values.node === '' ? [] : values.node.split(',') };
  } catch (error) {
    return end(MISUSE_EXIT_CODE, (error as Error).message);
  }
}
