import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { MEMBER_CLASSES } from '#access/core/rights/member-classes.js';
import type { MemberClass } from '#access/core/rights/classed-members.js';

const PAGE = 'docs/security.md';
const SECTION = /(?<=^<!-- classes -->\n).*(?=^<!-- \/classes -->$)/ms;

const WRITERS: Readonly<Record<MemberClass, string>> = {
  Administrator: 'Administrators',
  Compared: 'compared',
  Harmless: 'in scope',
  Service: 'the service',
};

/** Rows of one kind, what is reserved first. */
const rowsOf = (kind: string): readonly string[] =>
  Object.keys(WRITERS).flatMap((of) =>
    MEMBER_CLASSES[kind]
      .filter((line) => line.of === of)
      .map(({ members, why }) => {
        const named = members.map((member) => `\`${member}\``).join(', ');
        return `| \`${kind}\` | ${named} | ${WRITERS[of as MemberClass]} | ${why} |`;
      }),
  );

it('lists the class of every member on docs/security.md; after a change run DOCS=update npm test -- test/architecture', async () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(SECTION.test(page)).toBe(true);
  const rows = [
    '| kind | members | who | why, and which |',
    '| - | - | - | - |',
    ...Object.keys(MEMBER_CLASSES).flatMap(rowsOf),
  ];
  const made = page.replace(SECTION, () => `\n${rows.join('\n')}\n\n`);
  const renewed = await format(made, { parser: 'markdown', printWidth: 120, singleQuote: true });
  if (process.env.DOCS === 'update') writeFileSync(PAGE, renewed);
  expect(readFileSync(PAGE, 'utf8')).toBe(renewed);
});
