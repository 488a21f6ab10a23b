import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { publicDeclarations } from '../support/public-declarations.js';

/** Types of the package, which reviewers read as the report of what is public. */
const REPORT = 'types/data-and-workflow-service.d.ts';

const declarations = await publicDeclarations('src/public-api.ts');
beforeAll(() => {
  if (process.env.API === 'update') writeFileSync(REPORT, declarations);
});

it('has the public declarations as they are stored', () => {
  expect(declarations).toBe(existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '');
});

it('lets the package show its entry and nothing else', () => {
  const { exports, files } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  expect(exports).toEqual({
    '.': { types: `./${REPORT}`, default: './lib/src/public-api.js' },
    './package.json': './package.json',
  });
  expect(files).toEqual(['demo', 'lib', '!lib/**/*.map', 'types']);
});
