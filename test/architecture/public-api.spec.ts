import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { publicDeclarations } from '../support/public-declarations.js';
import { publicPage } from '../support/public-page.js';

/** Types of the package, which reviewers read as the report of what is public. */
const REPORT = 'types/data-and-workflow-service.d.ts';

/** The same for people. */
const PAGE = 'docs/public-api.md';

const declarations = await publicDeclarations('src/public-api.ts');
const page = await publicPage(declarations);
beforeAll(() => {
  if (process.env.API !== 'update') return;
  writeFileSync(REPORT, declarations);
  writeFileSync(PAGE, page);
});

it('has the public declarations as they are stored', () => {
  expect(declarations).toBe(existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '');
});

it('has a page of them as it is generated', () => {
  expect(page).toBe(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '');
});

it('lets the package show its entry and nothing else', () => {
  const { exports, files } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  expect(exports).toEqual({
    '.': { types: `./${REPORT}`, default: './lib/src/public-api.js' },
    './package.json': './package.json',
  });
  expect(files).toEqual(['demo', 'lib', '!lib/**/*.map', 'types']);
});
