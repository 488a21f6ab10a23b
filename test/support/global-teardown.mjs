import { once } from 'node:events';

/** Ends what `global-setup.mjs` started. */
export default async function globalTeardown() {
  const { testServer } = globalThis;
  const exit = once(testServer, 'exit');
  testServer.stdin.end();
  await exit;
}
