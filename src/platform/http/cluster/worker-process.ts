import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Config } from '#platform/process/config/config.js';
import type { MetricReport } from '#platform/observability/metrics/metrics.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** End of a process: its exit code, the signal that killed it, or the reason why it could not start. */
export type End = number | string | null;

/** Handle of a worker process in its primary. */
export class WorkerProcess {
  /** Resolves when connections may be offered; rejects when the worker ends before that. */
  readonly serving: Promise<void>;
  readonly ended: Promise<End>;
  readonly #child: ChildProcess;
  /** Receives the worker's metrics. */
  onReport: (report: MetricReport) => void = () => undefined;
  /** Called when the worker asks for the metrics of all workers. */
  onScrape: () => void = () => undefined;
  #answered: (isTaken: boolean) => void = () => undefined;
  #reported: () => void = () => undefined;

  /** @param program module that it runs, with this process's own flags */
  constructor(program: URL, config: Config) {
    const child = fork(fileURLToPath(program));
    this.#child = child;
    this.ended = new Promise((resolve) => {
      child.on('error', (error) => resolve(error.message));
      // Not 'exit', which may precede its last messages, nor 'disconnect', which does not come during an open offer.
      child.once('close', (code, signal) => resolve(code ?? signal));
    });
    this.serving = new Promise((resolve, reject) => {
      child.on('message', (message: FromWorker) => {
        if (message === 'serves') resolve();
        else this.#receive(message);
      });
      void this.ended.then((end) => reject(new Error(`Worker ${this.pid} ended (${end}) before it served.`)));
    });
    void this.ended.then(() => this.#answered(false));
    void this.ended.then(() => this.#reported());
    this.#send({ config });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Offers a connection; the next one only after the answer. The worker confirms it before the first read, so another
   * worker can serve a connection that a dead worker has not confirmed.
   */
  offer(connection: Socket): Promise<boolean> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      if (this.#child.connected) this.#send('connection', connection);
      else resolve(false);
    });
  }

  /** Asks for the worker's metrics; resolves when they were received, or the worker has ended. */
  report(): Promise<void> {
    return new Promise((resolve) => {
      this.#reported = resolve;
      if (this.#child.connected) this.#send('report');
      else resolve();
    });
  }

  /** Answers the worker's scrape with the metrics of all workers. */
  scraped(text: string): void {
    if (this.#child.connected) this.#send({ scraped: text });
  }

  /** Asks the worker to finish its work and to end. */
  drain(): void {
    this.#child.kill('SIGTERM');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #receive(message: Exclude<FromWorker, 'serves'>): void {
    if (message === 'scrape') this.onScrape();
    else if (typeof message !== 'object') this.#answered(message === 'taken');
    else {
      this.onReport(message.report);
      this.#reported();
    }
  }

  /** Sends a message. Errors are ignored, since the worker's end follows them. */
  #send(message: ToWorker, connection?: Socket): void {
    this.#child.send(message, connection, { keepOpen: true }, () => undefined);
  }
}
