import { readFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { CopyEnvironments, readArchive, type Report } from '#environments/index.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import type { MaskRules } from '#platform/database/transfers/masks.js';
import type { TransferOptions } from '#platform/database/transfers/target-place.js';
import { type CopyLine, environmentName, WrongUsage } from './command-line.js';

/**
 * Copies, archives, restores or removes an environment.
 * @param app service at the database that is written, or that is archived
 * @param sourceUrl database of the environment to copy; absent: that of the service
 */
export async function copyEnvironments(
  app: INestApplicationContext,
  { action, paths: [first, second], replace, keepWork, anonymise }: CopyLine,
  sourceUrl: string | undefined,
  report: Report,
): Promise<void> {
  const copies = app.get(CopyEnvironments, { strict: false });
  if (action === 'remove') return copies.remove(environmentName(first), report);
  const url = sourceUrl ?? app.get(DatabaseServer, { strict: false }).directUrl;
  const optionsOf = (name: string): TransferOptions => ({
    to: environmentName(name),
    replace,
    keepWork: keepWork || (action === 'restore' && replace),
  });
  if (action !== 'restore') {
    const rules = anonymise === undefined ? undefined : await readRules(anonymise);
    const source = { url, place: environmentName(first), rules };
    if (action === 'archive') return copies.archive(source, second, report);
    await copies.copy(source, optionsOf(second), report);
  } else await copies.write(await readArchive(first), optionsOf(second), report);
}

/** Reads what to write instead of the values of fields. @throws {WrongUsage} that names the member that is wrong */
async function readRules(path: string): Promise<MaskRules> {
  const rules = parsed(path, await readFile(path, 'utf8'));
  if (typeof rules !== 'object' || rules === null || Array.isArray(rules))
    throw new WrongUsage(
      `${path} must hold an object with a member for each field, such as "Contact.Email": "Pseudonym".`,
    );
  for (const [name, rule] of Object.entries(rules as Readonly<Record<string, unknown>>))
    if (rule !== null && rule !== 'Pseudonym' && !isText(rule))
      throw new WrongUsage(`${path}: ${name} must be null, "Pseudonym" or {"Text": "…"}.`);
  return rules as MaskRules;
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongUsage(`${path} is no JSON: ${String(error)}`);
  }
}

const isText = (rule: unknown): boolean =>
  typeof rule === 'object' &&
  Object.keys(rule ?? {}).length === 1 &&
  typeof (rule as { readonly Text?: unknown }).Text === 'string';
