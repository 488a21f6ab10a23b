import { claimText } from '#automation/core/runs/claim-runs.sql.js';

const parameters = (text: string): readonly string[] => [...new Set(text.match(/\$\d/g))].toSorted();

it.each([
  ['all', ['$1', '$2', '$3', '$4', '$5', '$6', '$7']],
  ['known', ['$1', '$2', '$3', '$4', '$5', '$6', '$7', '$8', '$9']],
] as const)('has the values of %s', (scope, expected) => {
  expect(parameters(claimText(scope))).toEqual(expected);
});
