import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { environmentFindings } from './environments.js';
import { tenMillionFindings } from './ten-million.js';

/** Benches of many environments and many rows by their names. */
export const MANY_FINDINGS: Readonly<Record<string, (bed: Bed) => Promise<readonly Finding[]>>> = {
  environments: environmentFindings,
  'ten-million': tenMillionFindings,
};
