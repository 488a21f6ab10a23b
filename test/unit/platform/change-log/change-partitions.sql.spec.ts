import {
  attachPartition,
  boundsOf,
  detachPartition,
  dropPartition,
  fillPartition,
  partitionName,
} from '#platform/change-log/change-partitions.sql.js';

const DAY = '20260131';

it('creates the table before it moves the late changes of its day, and indexes it last', () => {
  const kinds = fillPartition(DAY).map((text) => text.slice(0, 12));
  expect(kinds).toEqual(['CREATE TABLE', 'WITH late AS', ...Array<string>(6).fill('CREATE INDEX')]);
});

it('bounds a day by its UTC midnights', () => {
  const from = `'20260131 00:00Z'::timestamptz`;
  const to = `${from} + interval '1 day'`;
  expect(fillPartition(DAY)[1]).toContain(`occurred_at >= ${from} AND occurred_at < ${to}`);
  expect(boundsOf(DAY)).toBe(`SELECT ${from}::text AS from, (${to})::text AS to`);
});

it('attaches, detaches and drops the table of the day', () => {
  expect(partitionName(DAY)).toBe('change_20260131');
  expect(attachPartition(DAY, { from: 'a', to: 'b' })).toBe(
    `ALTER TABLE platform.change ATTACH PARTITION platform.change_20260131 FOR VALUES FROM ('a') TO ('b')`,
  );
  expect(detachPartition(DAY)).toBe('ALTER TABLE platform.change DETACH PARTITION platform.change_20260131');
  expect(dropPartition(DAY)).toBe('DROP TABLE IF EXISTS platform.change_20260131');
});
