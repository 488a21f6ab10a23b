import { readFileSync } from 'node:fs';

// Requirement: R4
it('docs/hooks.md shows the hook exactly as it is tested', () => {
  const [, shown] = /```ts\n(.*?)```/s.exec(readFileSync('docs/hooks.md', 'utf8')) ?? [];
  const tested = readFileSync('test/e2e/records/hooks/credit-policy.hook.ts', 'utf8');
  expect(shown).toBe(tested);
});
