import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** How a process ended: its exit code, the signal that killed it, or why it could not begin. */
export type End = number | string | null;

/** One of the processes that serve, as its primary sees it. */
export class WorkerProcess {
  /** It serves: connections may be offered. Rejects when it ends before. */
  readonly serving: Promise<void>;
  readonly ended: Promise<End>;
  readonly #child: ChildProcess;
  #answered: (isTaken: boolean) => void = () => undefined;

  /** @param program what it runs, with this process's own flags */
  constructor(program: URL, config: Config) {
    const child = fork(fileURLToPath(program));
    this.#child = child;
    this.ended = new Promise((resolve) => {
      child.on('error', (error) => resolve(error.message));
      // Not 'exit', which may come before its last messages, nor 'disconnect', which does not come while an offer is open.
      child.once('close', (code, signal) => resolve(code ?? signal));
    });
    this.serving = new Promise((resolve, reject) => {
      child.on('message', (message: FromWorker) => {
        if (message === 'serves') resolve();
        else this.#answered(message === 'taken');
      });
      void this.ended.then((end) => reject(new Error(`Worker ${this.pid} ended (${end}) before it served.`)));
    });
    void this.ended.then(() => this.#answered(false));
    this.#tell({ config });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Offers a connection; the next one only after its answer. The worker says that it has taken it before it reads from
   * it, so one that a dead worker has not taken is untouched, and another's.
   */
  offer(connection: Socket): Promise<boolean> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      if (this.#child.connected) this.#tell('connection', connection);
      else resolve(false);
    });
  }

  /** Tells it to finish what it has begun, and to end. */
  drain(): void {
    this.#child.kill('SIGTERM');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** What cannot be told any more is followed by the worker's end. */
  #tell(message: ToWorker, connection?: Socket): void {
    this.#child.send(message, connection, { keepOpen: true }, () => undefined);
  }
}
