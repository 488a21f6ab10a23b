import { readFileSync } from 'node:fs';
import { filesIn } from '../architecture/project-files.js';
import { tagsIn, type Tag } from './tags.js';

/** A requirement as `statements.txt` lists it. */
export interface Requirement {
  readonly id: string;
  readonly statement: string;
  /** `planned`, or why there is no test of its own. */
  readonly remark?: string;
}

/** Requirements under a heading. */
export interface Section {
  readonly heading: string;
  readonly requirements: readonly Requirement[];
}

const INTRODUCTION = `# Requirements and their tests

Each requirement has a number, one sentence and the tests that cover it. A comment \`// Requirement: <number>\` above a
test makes the connection; \`npm run requirements\` prints this page.
R numbers are requirements of the interface, T numbers settle details, P numbers are promises, F numbers are faults and S
numbers are attacks that tests try. Missing numbers are withdrawn.
`;

/** Reads the listed requirements: \`# heading\` or \`R1 (remark): statement\` per line. */
export function sections(): readonly Section[] {
  const [, ...parts] = readFileSync('test/requirements/statements.txt', 'utf8').split(/^# /m);
  return parts.map((part) => {
    const [heading, ...lines] = part.trim().split('\n');
    return { heading, requirements: lines.filter(Boolean).map(requirement) };
  });
}

function requirement(line: string): Requirement {
  const [, id, remark, statement] = /^(\w+)(?: \((.+?)\))?: (.+)$/.exec(line) ?? [];
  if (!id) throw new Error(`Not a requirement: ${line}`);
  return { id, statement, ...(remark && { remark }) };
}

/** Reads the tags of all tests. */
export const allTags = (): readonly Tag[] =>
  filesIn('test')
    .filter(({ path }) => path.endsWith('spec.ts'))
    .flatMap(tagsIn);

/** Renders the page. */
export function page(tags: readonly Tag[]): string {
  const parts = sections().map(({ heading, requirements }) => {
    const entries = requirements.map((each) =>
      entry(
        each,
        tags.filter(({ ids }) => ids.includes(each.id)),
      ),
    );
    return [`## ${heading}`, ...entries].join('\n\n');
  });
  return `${[INTRODUCTION.trim(), ...parts].join('\n\n')}\n`;
}

function entry({ id, statement, remark }: Requirement, tags: readonly Tag[]): string {
  const note = remark && `_${remark[0].toUpperCase()}${remark.slice(1)}._`;
  const tests = tags.map(({ file, title }) => `- \`${file}\`: \`${title}\``).toSorted();
  return [`### ${id}`, statement, note, tests.join('\n')].filter(Boolean).join('\n\n');
}
