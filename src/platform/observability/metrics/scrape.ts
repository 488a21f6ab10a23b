import { Injectable } from '@nestjs/common';
import { JointCall } from '#platform/process/scheduling/joint-call.js';
import { Metrics } from './metrics.js';

/** Asks the primary process for the metrics of all its processes, as text; undefined when it does not answer in time. */
export type ScrapePrimary = () => Promise<string | undefined>;

/** Least time in milliseconds between two readings: one takes milliseconds, and nobody needs a token for it. */
const INTERVAL_MS = 100;

/** Answers scrapes, several at once by one reading: with the metrics of this process or, under a primary process, with those of all its processes. */
@Injectable()
export class Scrape {
  #ofAll: ScrapePrimary | undefined;
  readonly #shared = new JointCall(async () => (this.#ofAll ? this.#ofAll() : this.metrics.text()), INTERVAL_MS);

  constructor(readonly metrics: Metrics) {}

  /** Answers with the metrics of all processes from now on. */
  joinPrimary(ofAll: ScrapePrimary): void {
    this.#ofAll = ofAll;
  }

  /** Metrics as text for Prometheus. A process whose primary does not answer has none: its own alone would be a jump. */
  text(): Promise<string | undefined> {
    return this.#shared.ask();
  }
}
