import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Polls until a condition holds. @throws {Error} that names the condition on timeout */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}
