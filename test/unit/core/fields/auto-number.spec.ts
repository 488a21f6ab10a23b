import { numberParts, patternProblem } from '#core/fields/auto-number.js';

it.each([
  ['{0}', { prefix: '', suffix: '', width: 1 }],
  ['CUS-{00000}', { prefix: 'CUS-', suffix: '', width: 5 }],
  ['SO-{yyyy}-{000000}', { prefix: 'SO-2026-', suffix: '', width: 6 }],
  ['{yyyy}{MM}/{000}/{MM}x', { prefix: '202603/', suffix: '/03x', width: 3 }],
])('renders %s on 5 March 2026', (pattern, parts) => {
  expect(patternProblem(pattern)).toBeUndefined();
  expect(numberParts(pattern, '2026-03-05')).toEqual(parts);
});

it.each([
  ['SO', 'one counter'],
  ['', 'one counter'],
  ['{00}{00}', 'one counter'],
  ['{yyyy}-{MM}', 'one counter'],
  ['{000}{dd}', 'no braces'],
  ['{{000}}', 'no braces'],
  ['{mm}{000}', 'no braces'],
  [`${'x'.repeat(200)}{0}`, 'at most 100'],
])('refuses the pattern %j', (pattern, problem) => expect(patternProblem(pattern)).toContain(problem));
