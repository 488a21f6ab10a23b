import { readFileSync } from 'node:fs';
import { DEFINITION_LIMITS } from '#core/catalogue/definition-limits.js';

it('docs/limits.md has every limit of definitions with its default', () => {
  const page = readFileSync('docs/limits.md', 'utf8');
  const section = page.slice(page.indexOf('## Definitions of an environment'));
  const rows = [...section.matchAll(/^\| `([\w.]+)` +\| ([\d,]+) +\|$/gm)];
  const documented = rows.map(([, kind, limit]) => [kind, Number(limit.replaceAll(',', ''))]);
  expect(documented).toEqual(Object.entries(DEFINITION_LIMITS));
});
