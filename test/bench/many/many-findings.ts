import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { definitionWriteFindings } from '../definition-writes.js';
import { environmentCopyFindings } from './environment-copies.js';
import { environmentFindings } from './environments.js';
import { tenMillionFindings } from './ten-million.js';

/** Benches of many environments, definitions and rows by their names. */
export const MANY_FINDINGS: Readonly<Record<string, (bed: Bed) => Promise<readonly Finding[]>>> = {
  environments: environmentFindings,
  'env-copy': environmentCopyFindings,
  'definition-writes': definitionWriteFindings,
  'ten-million': tenMillionFindings,
};
