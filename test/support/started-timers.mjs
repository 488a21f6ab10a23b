/** Timers of the test file, with the place where each was started. */
let started = [];

/** Notes the timers that a function of the runtime starts. */
function note(start) {
  const noting = (...args) => {
    const timer = start(...args);
    Object.defineProperty(timer, 'origin', { value: new Error('started') });
    started.push(new WeakRef(timer));
    return timer;
  };
  // Its promise form is a property.
  return Object.defineProperties(noting, Object.getOwnPropertyDescriptors(start));
}
globalThis.setTimeout = note(setTimeout);
globalThis.setInterval = note(setInterval);

const isRunning = ({ _destroyed: isOver }) => !isOver;

/** Forgets the timers of earlier test files. */
export const forgetTimers = () => void (started = []);

/**
 * Timers that keep the process alive, with the functions that started them, innermost first. Timers of the test runner and
 * promises of `node:timers/promises` are not among them.
 */
export const runningTimers = () =>
  started
    .map((each) => each.deref())
    .filter((timer) => timer?.hasRef() && isRunning(timer))
    .map(
      ({ _idleTimeout, origin }) => `a timer of ${_idleTimeout} ms\n${origin.stack.split('\n').slice(2).join('\n')}`,
    );
