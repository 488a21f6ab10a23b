import { isMainThread } from 'node:worker_threads';

// Blocks the event loop of a process for BLOCK_MS when the process gets SIGUSR2.
if (isMainThread && process.env.BLOCK_MS)
  process.on('SIGUSR2', () => {
    const endsAt = Date.now() + Number(process.env.BLOCK_MS);
    while (Date.now() < endsAt);
  });
