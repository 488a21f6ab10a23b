import { readFileSync } from 'node:fs';
import { ACTION_TYPES } from '#core/catalogue/workflow.js';
import { faultsOfActions } from './demo-checks.js';

// See docs/actions.md#actions-of-workflows
describe('docs/actions.md', () => {
  const page = readFileSync('docs/actions.md', 'utf8');
  const sections = new Map(page.split(/^## /m).map((text) => [text.split('\n')[0], text]));

  it.each(ACTION_TYPES)('has a section on %s whose example is accepted', (type) => {
    const [, example = 'null'] = /```json\n(.*?)```/s.exec(sections.get(type) ?? '') ?? [];
    const actions = [JSON.parse(example) as unknown].flat();
    expect(actions.at(-1)).toMatchObject({ Type: type });
    expect(faultsOfActions(...actions)).toEqual([]);
  });
});

// See docs/deliveries.md
it('docs/deliveries.md has actions that are accepted together', () => {
  const page = readFileSync('docs/deliveries.md', 'utf8');
  const actions = [...page.matchAll(/```json\n(.*?)```/gs)].flatMap(([, example]) => JSON.parse(example) as unknown);
  expect(actions.length).toBeGreaterThan(4);
  expect(faultsOfActions(...actions)).toEqual([]);
});
