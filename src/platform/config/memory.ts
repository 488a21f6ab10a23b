import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** Memory that a process may take, in bytes. */
export interface ProcessMemory {
  /** Limit of V8's heap, which holds what connections need. */
  readonly heapBytes: number;
  /** The process's part of the machine's memory, or of its container's. */
  readonly shareBytes: number;
}

/** @param processes how many of them share the memory */
export function processMemory(processes: number): ProcessMemory {
  const container = process.constrainedMemory() || Infinity;
  return {
    heapBytes: getHeapStatistics().heap_size_limit,
    shareBytes: Math.floor(Math.min(container, totalmem()) / processes),
  };
}

/** A connection takes 8 KB when it is idle and 20 KB when it is registered; the rest is for messages on their way. */
const CONNECTION_BYTES = 32 * 1024;
/** The other half is for everything else. */
const CONNECTIONS_SHARE = 1 / 2;

/** Connections of the hub that fit into a process, beside its other work. */
export const connectionsThatFit = ({ heapBytes, shareBytes }: ProcessMemory): number =>
  Math.max(1, Math.floor((Math.min(heapBytes, shareBytes) * CONNECTIONS_SHARE) / CONNECTION_BYTES));
