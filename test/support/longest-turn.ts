/** Milliseconds of CPU of the process in the longest turn of its event loop while an action is under way. */
export async function longestTurn(action: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  let before = process.cpuUsage();
  const watching = new Promise<void>((resolve) => {
    const look = (): void => {
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1_000);
      before = process.cpuUsage();
      if (isOver) resolve();
      else setImmediate(look);
    };
    setImmediate(look);
  });
  await action().finally(() => (isOver = true));
  await watching;
  return longest;
}
