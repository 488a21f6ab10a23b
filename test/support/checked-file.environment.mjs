import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { forgetTimers, runningTimers } from './started-timers.mjs';

/** Time that closing sockets and servers may take to disappear after a file's last test. */
const GRACE_MS = 2_000;

/**
 * Kinds that the runner has too: output streams, opened when they are first written to, and timers, of which those of the
 * test file are noted where they start.
 */
const OF_RUNNER = new Set(['PipeWrap', 'TTYWrap', 'Timeout']);

/** Handles that keep the process alive, counted by kind: servers, sockets, child processes. */
function openHandles() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) {
    if (!OF_RUNNER.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** A file has left something open, which would be found again after each of the worker's next files. */
let isLeftOpen = false;

/**
 * Fails a test file that leaves a server, socket, timer or child process open when its last test has ended. Where a test
 * has failed on its way that is what there is to tell. A file that blocks its process is killed after its time.
 */
export default class CheckedFileEnvironment {
  /** Holds what Jest defines for the test file, such as its console. Tests run with the globals of Node. */
  global = {};
  #console = globalThis.console;
  #before = new Map();
  #hasFailed = false;

  #limit;

  constructor(_config, { testPath }) {
    this.#limit = new Worker(new URL('./file-limit.mjs', import.meta.url), { workerData: testPath });
    this.#limit.unref();
  }

  async setup() {
    globalThis.console = this.global.console;
    this.#before = openHandles();
    forgetTimers();
  }

  handleTestEvent({ name }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.#hasFailed = true;
  }

  async teardown() {
    await this.#limit.terminate();
    mock.reset();
    const leaked = isLeftOpen ? [] : await this.#leaked();
    globalThis.console = this.#console;
    isLeftOpen ||= leaked.length > 0;
    if (leaked.length > 0 && !this.#hasFailed) throw new Error(`Left open after the last test: ${leaked.join(', ')}`);
  }

  /** Required by Jest. Test files have no context of their own. */
  getVmContext() {
    return null;
  }

  async #leaked() {
    const deadline = performance.now() + GRACE_MS;
    for (;;) {
      const more = [...openHandles()].filter(([kind, count]) => count > (this.#before.get(kind) ?? 0));
      const open = [...more.map(([kind]) => kind), ...runningTimers()];
      if (open.length === 0 || performance.now() > deadline) return open;
      await sleep(20);
    }
  }
}
