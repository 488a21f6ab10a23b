import { Injectable } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Asks the primary process for the metrics of all its processes, as text; undefined when it does not answer in time. */
export type ScrapePrimary = () => Promise<string | undefined>;

/** Answers scrapes: with the metrics of this process or, under a primary process, with those of all its processes. */
@Injectable()
export class Scrape {
  #ofAll: ScrapePrimary | undefined;

  constructor(readonly metrics: Metrics) {}

  /** Answers with the metrics of all processes from now on. */
  joinPrimary(ofAll: ScrapePrimary): void {
    this.#ofAll = ofAll;
  }

  /** Metrics as text for Prometheus. A process whose primary does not answer has none: its own alone would be a jump. */
  async text(): Promise<string | undefined> {
    return this.#ofAll ? this.#ofAll() : this.metrics.text();
  }
}
