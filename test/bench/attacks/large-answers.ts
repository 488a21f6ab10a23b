import { readdirSync, readFileSync } from 'node:fs';
import { rssBytes } from '../rig/processes.js';
import type { Scenario } from './scenario.js';
import { repeatedly, type Stage } from './stage.js';

/** Limits of the memory of a backend for any query of the service, and of the service for ten answers at once. */
const BACKEND_BYTES = 150 * 2 ** 20;
const SERVICE_BYTES = 512 * 2 ** 20;
const MEGABYTE = 2 ** 20;

/** A page whose includes multiply: the largest answer that is allowed, or a refusal. */
const LARGE = {
  EntityName: 'Note',
  Pager: { PageNumber: 1, PageSize: 1_000 },
  Includes: [{ Name: 'CustomerId', Includes: [{ Name: 'CustomerNotes' }] }],
};
const ORDERS = {
  EntityName: 'Order',
  Pager: { PageNumber: 1, PageSize: 1_000 },
  Includes: [{ Name: 'CustomerId' }, { Name: 'OrderLines' }],
};

/** The most memory that any backend of PostgreSQL has had, in bytes. */
function highestBackendBytes(postgres: number): number {
  let highest = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== postgres) continue;
      const shared = Number(/^RssShmem:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      highest = Math.max(highest, (Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) - shared) * 1_024);
    } catch {
      continue; // It ended meanwhile.
    }
  }
  return highest;
}

const select = (stage: Stage, query: object): Promise<unknown> =>
  stage.send('nina.north', 'POST', '/queries/select', query);

let highestService = 0;

/** The largest answers that are allowed, ten at once. */
export const largeAnswers: Scenario = {
  name: '10 of the largest answers at once',
  async attack(stage) {
    highestService = 0;
    const ends = [repeatedly(5, () => select(stage, LARGE)), repeatedly(5, () => select(stage, ORDERS))];
    const pid = stage.bed.service.process.pid!;
    const timer = setInterval(() => (highestService = Math.max(highestService, rssBytes(pid))), 20);
    return async () => {
      clearInterval(timer);
      await Promise.all(ends.map((end) => end()));
    };
  },
  victims: {},
  judge: async ({ bed }) => {
    const backend = highestBackendBytes(bed.postgres);
    const [used, of] = [highestService, SERVICE_BYTES].map((bytes) => Math.round(bytes / MEGABYTE));
    const [usedThere, ofThere] = [backend, BACKEND_BYTES].map((bytes) => Math.round(bytes / MEGABYTE));
    return [
      { isReached: highestService < SERVICE_BYTES, text: `10 of the largest answers: service ${used} of ${of} MB` },
      {
        isReached: backend < BACKEND_BYTES,
        text: `10 of the largest answers: a backend ${usedThere} of ${ofThere} MB`,
      },
    ];
  },
};
