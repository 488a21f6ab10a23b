import type { ProjectFile } from './project-files.js';

export const SECTIONS = ['Status', 'Date', 'Context', 'Decision', 'Alternatives', 'Consequences'];

/** Lists what a decision record lacks of the template, as `file: what`. */
export function faultsOf({ path, text }: ProjectFile): readonly string[] {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section);
  const body = (section: string): string => text.split(`\n## ${section}\n`)[1]?.split('\n## ')[0].trim() ?? '';
  const faults: string[] = [];
  if (!/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md$/.test(file)) faults.push('name');
  if (!text.startsWith(`# ${file.slice(0, 4)} `)) faults.push('title');
  if (sections.join() !== SECTIONS.join()) faults.push(`sections ${sections.join(', ')}`);
  if (!/^(Accepted\.|Superseded by \[)/.test(body('Status'))) faults.push('status');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(body('Date'))) faults.push('date');
  faults.push(...SECTIONS.filter((section) => body(section) === '').map((section) => `empty ${section}`));
  return faults.map((fault) => `${file}: ${fault}`);
}

/** Numbers that more than one record has. */
export function repeatedNumbers(files: readonly ProjectFile[]): readonly string[] {
  const numbers = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1).slice(0, 4));
  return numbers.filter((number, i) => numbers.indexOf(number) < i);
}

/** Records that the index does not list exactly once, and by the title that they have. */
export function missingFromIndex(files: readonly ProjectFile[], index: string): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(text) ?? [];
    const entries = index.split('\n').filter((line) => line.includes(`](${file})`));
    const listed = entries.length === 1 && entries[0].startsWith(`- [${number}](${file}) ${title}`);
    return listed ? [] : [file];
  });
}
