import { SendThrottle } from '../../../../src/modules/hub/send-throttle.js';

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

it('waits until messages were written now and then, however little time they take', async () => {
  let written = 0;
  const pace = new SendThrottle(async () => void written++);
  for (let i = 0; i < 1_000; i++) await pace.next();
  expect(written).toBe(4);
});

it('lets others run when telling takes long', async () => {
  const pace = new SendThrottle(() => Promise.reject(new Error('nothing was written')));
  await pace.next();
  expect(pace.next()).toBeUndefined();
  busy(5);
  let hasRun = false;
  setImmediate(() => (hasRun = true));
  await pace.next();
  expect(hasRun).toBe(true);
});
