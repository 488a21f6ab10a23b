import { totalmem } from 'node:os';
import { connectionsThatFit, processMemory } from '#platform/process/config/memory.js';

const MB = 1024 * 1024;

it.each([
  [4_096, 16_384, 65_536],
  [4_096, 2_048, 32_768],
  [256, 512, 4_096],
])(
  'reserves from a heap of %i MB and a share of %i MB half for connections of 32 KB: %i',
  (heap, share, connections) => {
    expect(connectionsThatFit({ heapBytes: heap * MB, shareBytes: share * MB })).toBe(connections);
  },
);

it('divides the memory of the machine or container among the processes', () => {
  const [alone, ofFour] = [processMemory(1), processMemory(4)];
  expect(alone.shareBytes).toBeLessThanOrEqual(totalmem());
  expect(ofFour).toEqual({ ...alone, shareBytes: Math.floor(alone.shareBytes / 4) });
  expect(connectionsThatFit(alone)).toBeGreaterThan(1_000);
});
