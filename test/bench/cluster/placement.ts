import { execFileSync } from 'node:child_process';
import type { Bed } from '../rig/bed.js';
import { familyPids, type Server } from '../rig/processes.js';

/** Numbers of the cores, as `taskset` takes them, on which the processes of a bench run. */
export interface Placement {
  readonly name: string;
  readonly service: string;
  /** Of PostgreSQL and the load. */
  readonly others: string;
}

export const APART: Placement = { name: 'service on one core, the rest on the other', service: '0', others: '1' };
export const TOGETHER: Placement = { name: 'all on both cores', service: '0,1', others: '0,1' };

/** Places a service with its workers, PostgreSQL and the load. */
export function place(bed: Bed, service: Server, { service: own, others }: Placement): void {
  for (const pid of familyPids(service.process.pid!)) pin(pid, own);
  for (const pid of [...familyPids(bed.postgres), bed.load.pid!]) pin(pid, others);
}

/** All threads; new threads and children inherit the cores. */
function pin(pid: number, cores: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
}
