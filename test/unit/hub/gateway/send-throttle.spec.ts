import { SendThrottle } from '#hub/gateway/send-throttle.js';

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

it('waits until messages were flushed from time to time, however fast', async () => {
  let written = 0;
  const pace = new SendThrottle(async () => void written++);
  for (let i = 0; i < 1_000; i++) await pace.next();
  expect(written).toBe(4);
});

it('yields to others when sending takes long', async () => {
  const pace = new SendThrottle(() => Promise.reject(new Error('nothing was written')));
  await pace.next();
  expect(pace.next()).toBeUndefined();
  busy(5);
  let hasRun = false;
  setImmediate(() => (hasRun = true));
  await pace.next();
  expect(hasRun).toBe(true);
});
