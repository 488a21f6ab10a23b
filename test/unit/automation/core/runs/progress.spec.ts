import { parseProgress, progressText, resumeIn, stepKey } from '#automation/core/runs/progress.js';

const ACTIONS = Array.from({ length: 12 }, (_, i) => ({ path: `Actions[${i}]` }));
const at = (text: string) => resumeIn(ACTIONS, parseProgress(text));

it('names a step by path and iterations', () => {
  expect(stepKey({ path: 'Actions[1].Do[0]', iterations: [3, 7] })).toBe('Actions[1].Do[0]#3.7');
  expect(progressText({ path: 'Actions[1]', iterations: [] }, true)).toBe('>Actions[1]#');
});

it.each(['Actions[1]#', '>Actions[1]#', 'Actions[1].Do[0]#3.7'])('reads %s back', (text) => {
  const progress = parseProgress(text);
  expect(progressText(progress, progress.isEntered)).toBe(text);
});

it('begins with the first action', () => {
  expect(resumeIn(ACTIONS, undefined)).toEqual({ index: 0 });
});

it('goes on behind a step that is done', () => {
  expect(at('Actions[1]#')).toEqual({ index: 2 });
  expect(at('Actions[11]#')).toEqual({ index: 12 });
});

it('goes on inside a step that was entered', () => {
  expect(at('>Actions[1]#')).toMatchObject({ index: 1, inside: { isEntered: true } });
  expect(at('Actions[10].Do[0]#4')).toMatchObject({ index: 10, inside: { iterations: [4] } });
});
