/** CPU time that `work` takes on the machine on which the bounds of the tests were set. */
const REFERENCE_MS = 16;
const TRIES = 5;

const TEXT = JSON.stringify(Array.from({ length: 40_000 }, (_, i) => ({ id: i, name: `name "${i}"` })));

function work(): number {
  const before = process.cpuUsage();
  JSON.parse(TEXT);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Slowness of this machine, at least 1, by which bounds of CPU time are multiplied: machines differ by a factor of two. */
export function slowness(): number {
  const fastest = Math.min(...Array.from({ length: TRIES }, work));
  return Math.max(1, fastest / REFERENCE_MS);
}
