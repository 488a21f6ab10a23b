import type { INestApplicationContext } from '@nestjs/common';
import { MoveEnvironments } from '#environments/index.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import type { CellMovePlan } from '#platform/database/moves/plan-move.js';
import { environmentName, type MoveLine } from './command-line.js';

/** Where lines go. */
interface Outputs {
  print(text: string): void;
  report(line: string): void;
}

/**
 * Moves an environment, plans it, takes it back or completes it.
 * @param app service at the target, for `finish` at the source
 * @param sourceUrl database of the environment; absent: that of the service
 */
export async function moveByLine(
  app: INestApplicationContext,
  { paths: [name], to = '', moving }: MoveLine,
  sourceUrl: string | undefined,
  { print, report }: Outputs,
): Promise<void> {
  const moves = app.get(MoveEnvironments, { strict: false });
  const place = environmentName(name);
  const source = { url: sourceUrl ?? app.get(DatabaseServer, { strict: false }).directUrl, place };
  if (moving === 'plan') print(planText(await moves.plan(source)));
  else if (moving === 'rollBack') await moves.rollBack(source, report);
  else if (moving === 'finish') await moves.finish(place, report);
  else await moves.move(source, to, report);
}

const MEGABYTE = 1_048_576;

const planText = ({ tables, bytes, records, changes, seconds, blocks, remarks }: CellMovePlan): string =>
  [
    `${tables} tables with about ${records} records, ${Math.ceil(bytes / MEGABYTE)} MB with indexes; ${changes} changes in the log.`,
    `About ${seconds} s until the switch. The target needs as much space again while rows are staged.`,
    'Locks: SHARE ROW EXCLUSIVE on each table for at most 0.2 s at a time, at the begin and before the switch.',
    'Definitions cannot change during the move. Writes are refused for some seconds before the switch.',
    ...remarks,
    ...(blocks.length > 0 ? ['It is not possible now:', ...blocks] : ['Nothing prevents it.']),
    '',
  ].join('\n');
