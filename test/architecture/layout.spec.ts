import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { filesIn, findings } from './project-files.js';

/** Roles of files, including those of Nest (guard, filter, adapter) and readers of the change log. */
const ROLES =
  'module controller gateway dto docs service rules sql repository hook handler errors guard filter adapter reader entity';
const NAME = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${ROLES.replaceAll(' ', '|')}))?\\.ts$`);
const VAGUE = /^(utils?|helpers?|common|shared|misc|types|constants|base)\b/;

const sources = filesIn('src');
const paths = sources.map(({ path }) => path);

it('keeps source files at src/<storey>/<room>/<file> and no deeper', () => {
  expect(paths.filter((path) => path.split('/').length > 4)).toEqual([]);
});

it('names files by a noun or verb phrase and at most one role', () => {
  expect(paths.filter((path) => !NAME.test(path.split('/').at(-1)!))).toEqual([]);
});

it('has no folders or files for miscellaneous code', () => {
  expect(paths.filter((path) => path.split('/').some((part) => VAGUE.test(part)))).toEqual([]);
});

it('tests every *.rules.ts in a spec at the mirrored path', () => {
  const decided = paths.filter((path) => path.endsWith('.rules.ts'));
  const specs = (path: string): readonly string[] => {
    const mirror = path.replace(/^src\//, 'test/unit/');
    return [mirror.replace(/\.ts$/, '.spec.ts'), mirror.replace(/\.\w+\.ts$/, '.spec.ts')];
  };
  expect(decided.filter((path) => !specs(path).some((spec) => existsSync(spec)))).toEqual([]);
});

it('uses named exports only in every index.ts', () => {
  expect(findings(sources, /^export \* .*$/gm)).toEqual([]);
});

it('contains no disabled checks and no deferred work', () => {
  const leftOver =
    /(oxlint|eslint|prettier)-(disable|ignore)\S*|@ts-\w+|\bTO[D]O\b|\bFIX[M]E\b|\b(it|describe)\.(skip|only)\(/g;
  expect(findings([...sources, ...filesIn('test')], leftOver)).toEqual([]);
});

interface ImportRule {
  readonly name: string;
  readonly to: { readonly path: string };
}

it('declares no unused edge between modules', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: ImportRule[] };
  const declared = forbidden.flatMap(({ name, to }) => {
    const [, module] = /^(?!signalr-)(.+)-declared-edges$/.exec(name) ?? [];
    const allowed = /\(\?!\((.+)\)\/\)/.exec(to.path)?.[1].split('|') ?? [];
    return module === undefined
      ? []
      : allowed.filter((other) => other !== module).map((other) => `${module} → ${other}`);
  });
  const imports = sources.flatMap(({ path, text }) => {
    const [, module] = /^src\/modules\/([^/]+)\//.exec(path) ?? [];
    return [...text.matchAll(/from '\.\.\/([^/]+)\/index\.js'/g)].map(([, other]) => `${module} → ${other}`);
  });
  const used = new Set(imports);
  expect(declared.length).toBeGreaterThan(5);
  expect(declared.filter((edge) => !used.has(edge))).toEqual([]);
});
