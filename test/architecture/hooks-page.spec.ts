import { readFileSync } from 'node:fs';

it('shows the hook in docs/hooks.md as it is tested (R4)', () => {
  const [, shown] = /```ts\n(.*?)```/s.exec(readFileSync('docs/hooks.md', 'utf8')) ?? [];
  const tested = readFileSync('test/e2e/hooks/credit-policy.hook.ts', 'utf8');
  expect(shown).toBe(tested.replace("'../../../src/modules/hooks", "'../modules/hooks"));
});
