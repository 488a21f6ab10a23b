import { uuidV7 } from '#platform/process/ids/uuid-v7.js';

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

describe('uuidV7', () => {
  const before = Date.now();
  const ids = Array.from({ length: 50_000 }, () => uuidV7());

  it('has the shape, version and variant of RFC 9562', () => {
    expect(ids.filter((id) => !SHAPE.test(id))).toEqual([]);
  });

  it('ascends without duplicates, within a millisecond too', () => {
    expect(ids.findIndex((id, i) => i > 0 && id <= ids[i - 1])).toBe(-1);
  });

  it('starts with the time', () => {
    const [first, last] = [timeOf(ids[0]), timeOf(ids[ids.length - 1])];
    expect(first).toBeGreaterThanOrEqual(before);
    expect(last - before).toBeLessThan(5_000);
  });

  it('keeps ascending when the clock is set back', () => {
    const now = Date.now;
    try {
      Date.now = () => now() - 3_600_000;
      expect(uuidV7() > ids[ids.length - 1]).toBe(true);
    } finally {
      Date.now = now;
    }
  });

  it('ascends past the 4,096 ids of one clock tick', () => {
    const { now } = Date;
    const still = now() + 1_000;
    try {
      Date.now = () => still;
      const many = Array.from({ length: 10_000 }, () => uuidV7());
      expect(many).toEqual([...new Set(many)].toSorted());
    } finally {
      Date.now = now;
    }
  });

  it('fills the last 62 bits at random', () => {
    expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length);
  });
});
