import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorsOf } from '../support/page-anchors.js';
import { filesIn } from './project-files.js';

const CODE = /^```.*\n(?:.*\n)*?```$|`[^`\n]*`/gm;
const LINK = /\]\((?!https?:|mailto:)(?<target>[^)\s]+)\)/g;

const pages = filesIn('.').filter(({ path }) => path.endsWith('.md'));

/** `page: target` of every link to a file or heading that is not there. */
const broken = pages.flatMap(({ path, text }) =>
  [...text.replaceAll(CODE, '').matchAll(LINK)].flatMap(({ groups }) => {
    const [file, anchor] = (groups?.target ?? '').split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(target)) return [`${path}: ${file}`];
    if (anchor === undefined || statSync(target).isDirectory()) return [];
    return anchorsOf(readFileSync(target, 'utf8')).has(anchor) ? [] : [`${path}: ${groups?.target}`];
  }),
);

it('leads to a file and a heading with every link of a page', () => {
  expect(pages.length).toBeGreaterThan(10);
  expect(broken).toEqual([]);
});

it.each([
  ['## Waiting, 202 and outcomes', 'waiting-202-and-outcomes'],
  ['### Versions and If-Match', 'versions-and-if-match'],
  ['# A `code` and [a link](x.md)', 'a-code-and-a-link'],
  ['# Hub\n\n```sh\n# no heading\n```\n\n## Hub', 'hub-1'],
])('knows the anchor of %j', (page, anchor) => {
  expect([...anchorsOf(page)].at(-1)).toBe(anchor);
});
