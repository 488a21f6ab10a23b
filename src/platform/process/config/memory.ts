import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** Memory available to a process, in bytes. */
export interface ProcessMemory {
  /** Limit of V8's heap, which holds the state of connections. */
  readonly heapBytes: number;
  /** The process's part of the machine's memory, or of its container's. */
  readonly shareBytes: number;
}

/** Memory of this process. @param processes number of processes that share the machine or container */
export function processMemory(processes: number): ProcessMemory {
  const container = process.constrainedMemory() || Infinity;
  return {
    heapBytes: getHeapStatistics().heap_size_limit,
    shareBytes: Math.floor(Math.min(container, totalmem()) / processes),
  };
}

/** Memory for a connection: 8 KB when idle, 20 KB when registered, and the rest for messages that wait to be sent. */
const CONNECTION_BYTES = 32 * 1024;
/** Part of the memory for connections; the other half is for all other work. */
const CONNECTIONS_SHARE = 1 / 2;

/** Number of hub connections that fit into a process beside its other work (decision 0152). */
export const connectionsThatFit = ({ heapBytes, shareBytes }: ProcessMemory): number =>
  Math.max(1, Math.floor((Math.min(heapBytes, shareBytes) * CONNECTIONS_SHARE) / CONNECTION_BYTES));
