import { readFileSync } from 'node:fs';
import { filesIn, findings } from './project-files.js';

const files = filesIn('.');
const config = files.filter(({ path }) => path.startsWith('src/platform/config/'));

it('contains no absolute path of a developer machine', () => {
  expect(findings(files, /(?<![\w.~)-])\/(work|farm|root|Users|home)\/.*/g)).toEqual([]);
});

it('pins no package registry', () => {
  expect(findings(files, /^ *"resolved":.*|^@?\S*registry ?=.*|https?:\/\/registry\.[\w.]+.*/gm)).toEqual([]);
});

it('documents every setting in the README', () => {
  const read = [/\bsettings\.\w+\(\s*'([A-Z][A-Z0-9_]*)'/g, /\benv\.([A-Z][A-Z0-9_]*)/g];
  const settings = config.flatMap(({ text }) =>
    read.flatMap((each) => [...text.matchAll(each)].map(([, name]) => name)),
  );
  expect(settings).toContain('DATABASE_URL');
  const readme = readFileSync('README.md', 'utf8');
  expect(settings.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
