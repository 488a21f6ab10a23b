import { readFileSync } from 'node:fs';
import { ACTION_TYPES } from '#core/catalogue/workflow.js';
import { faultsOfActions } from './demo-checks.js';

// See docs/workflows.md#actions
describe('docs/workflows.md', () => {
  const page = readFileSync('docs/workflows.md', 'utf8');
  const sections = new Map(page.split(/^### /m).map((text) => [text.split('\n')[0], text]));

  it.each(ACTION_TYPES)('has a section on %s whose example is accepted', (type) => {
    const [, example = 'null'] = /```json\n(.*?)```/s.exec(sections.get(type) ?? '') ?? [];
    const actions = [JSON.parse(example) as unknown].flat();
    expect(actions.at(-1)).toMatchObject({ Type: type });
    expect(faultsOfActions(...actions)).toEqual([]);
  });
});
