import { readFileSync } from 'node:fs';

// Requirement: R4
it.each([
  ['docs/hooks.md', 'test/e2e/records/hooks/credit-policy.hook.ts'],
  ['docs/write-actions.md', 'test/e2e/automation/coded-actions/shipping.ts'],
  ['docs/embed.md', 'test/e2e/platform/package/embedding-program.ts.txt'],
])('%s shows the program exactly as it is tested', (page, program) => {
  const [, shown] = /```ts\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? [];
  expect(shown).toBe(readFileSync(program, 'utf8'));
});
