import { readFileSync } from 'node:fs';
import { blocksOf } from './page-blocks.js';

/** Commands and settings of docs/backups.md under a heading, in their order. */
export const backupBlocks = (heading: string): readonly string[] =>
  blocksOf(readFileSync('docs/backups.md', 'utf8'))
    .filter((block) => block.heading === heading)
    .map(({ text }) => text);

/** Settings of postgresql.conf as the page shows them, with another folder for the backups. */
export const settingsOf = (block: string, folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...block.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name, value]) => [name, value.replaceAll('/backup', folder)]),
  );
