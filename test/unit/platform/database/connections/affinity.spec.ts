import { preferredOf } from '#platform/database/connections/affinity.js';

const SCHEMAS = Array.from({ length: 1_000 }, (_, n) => `env_${(n * 7_919).toString(16).padStart(12, '0')}`);
const SLOTS = Array.from({ length: 10 }, (_, n) => n);

describe('the connection that an environment prefers', () => {
  it('is the same at every call, and none without any', () => {
    for (const schema of SCHEMAS) expect(preferredOf(schema, SLOTS)).toBe(preferredOf(schema, SLOTS));
    expect(preferredOf('env_1', [])).toBeUndefined();
    expect(preferredOf('env_1', [undefined, undefined])).toBeUndefined();
  });

  it('divides environments evenly', () => {
    const counts = SLOTS.map((slot) => SCHEMAS.filter((schema) => preferredOf(schema, SLOTS) === slot).length);
    expect(Math.min(...counts)).toBeGreaterThan(70);
    expect(Math.max(...counts)).toBeLessThan(140);
  });

  it('changes only for those that preferred one which is gone', () => {
    const left = SLOTS.map((slot) => (slot === 3 ? undefined : slot));
    for (const schema of SCHEMAS) {
      const before = preferredOf(schema, SLOTS);
      if (before === 3) expect(preferredOf(schema, left)).not.toBe(3);
      else expect(preferredOf(schema, left)).toBe(before);
    }
  });
});
