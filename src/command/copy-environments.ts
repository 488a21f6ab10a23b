import type { INestApplicationContext } from '@nestjs/common';
import { CopyEnvironments, readArchive, type Report } from '#environments/index.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { type CopyLine, environmentName } from './command-line.js';

/**
 * Copies, archives or restores an environment.
 * @param app service at the database that is written, or that is archived
 * @param sourceUrl database of the environment to copy; absent: that of the service
 */
export async function copyEnvironments(
  app: INestApplicationContext,
  { action, paths: [first, second], replace, keepWork }: CopyLine,
  sourceUrl: string | undefined,
  report: Report,
): Promise<void> {
  const copies = app.get(CopyEnvironments, { strict: false });
  const url = sourceUrl ?? app.get(DatabaseServer, { strict: false }).directUrl;
  if (action === 'archive') return copies.archive({ url, place: environmentName(first) }, second, report);
  const options = { to: environmentName(second), replace, keepWork: keepWork || (action === 'restore' && replace) };
  if (action === 'copy') await copies.copy({ url, place: environmentName(first) }, options, report);
  else await copies.write(await readArchive(first), options, report);
}
