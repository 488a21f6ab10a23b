import { readFileSync } from 'node:fs';
import { loadConfig } from '#platform/process/config/load-config.js';
import { Settings } from '#platform/process/config/settings.js';
import { settingNames } from './setting-names.js';

const ROW = /^\| `(?<name>[A-Z][A-Z0-9_]*)` +\| (?<fallback>.*?) +\| (?<meaning>.*?) +\|$/gm;

interface Documented {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

const rows = [...readFileSync('docs/settings.md', 'utf8').matchAll(ROW)].map(
  ({ groups }) => groups as unknown as Documented,
);

/** Defaults of whole numbers and flags in an empty environment. */
function defaultsOfCode(): ReadonlyMap<string, string> {
  const defaults = new Map<string, string>();
  const { int, flag } = Settings.prototype;
  Settings.prototype.int = function (name, fallback, limits) {
    defaults.set(name, String(fallback));
    return int.call(this, name, fallback, limits);
  };
  Settings.prototype.flag = function (name, fallback) {
    defaults.set(name, String(fallback));
    return flag.call(this, name, fallback);
  };
  try {
    loadConfig({});
  } finally {
    Object.assign(Settings.prototype, { int, flag });
  }
  return defaults;
}

/** Settings whose default depends on the machine or on other settings, as the page says in words. */
const IN_WORDS = new Set(['HUB_NODE_CONNECTIONS', 'BULK_BODIES_BYTES', 'WRITE_QUEUE_USER', 'WRITE_QUEUE_TENANT']);

describe('docs/settings.md', () => {
  it('has one line for every setting of the service, and for no other', () => {
    const names = rows.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(50);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual([...settingNames()].toSorted());
  });

  it('says the default and the meaning of each', () => {
    const bare = rows.filter(({ fallback, meaning }) => fallback === '' || !/\w/.test(meaning));
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('has the defaults of the code', () => {
    const defaults = defaultsOfCode();
    expect(defaults.size).toBeGreaterThan(40);
    const isRight = ({ name, fallback }: Documented): boolean => {
      const value = defaults.get(name);
      return value === undefined || IN_WORDS.has(name) || new RegExp(`(?<!\\d)${value}(?!\\d)`).test(fallback);
    };
    expect(rows.filter((row) => !isRight(row)).map(({ name, fallback }) => `${name}: ${fallback}`)).toEqual([]);
  });

  it('says the unit of every number, except for those that are none', () => {
    const numbers = rows.filter(({ fallback }) => /^\d+$/.test(fallback));
    expect(numbers.map(({ name }) => name)).toEqual(['PORT']);
  });
});
