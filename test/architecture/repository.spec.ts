import { filesIn, findings } from './project-files.js';

const files = filesIn('.');

it('contains no absolute path of a developer machine', () => {
  expect(findings(files, /(?<![\w.~)-])\/(work|farm|root|Users|home)\/.*/g)).toEqual([]);
});

it('pins no package registry', () => {
  expect(findings(files, /^ *"resolved": *"\w+:.*|^@?\S*registry ?=.*|https?:\/\/registry\.[\w.]+.*/gm)).toEqual([]);
});
