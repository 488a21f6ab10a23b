import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { accessPreviewFindings } from './access-previews.js';
import { fieldProfileFindings } from './field-profiles.js';
import { protectedFieldFindings } from './protected-fields.js';
import { rowClauseFindings } from './row-clauses.js';

/** Benches of rights by field and by row, by their names. */
export const RIGHTS_FINDINGS: Readonly<Record<string, (bed: Bed) => Promise<readonly Finding[]>>> = {
  'protected-fields': protectedFieldFindings,
  'field-profiles': fieldProfileFindings,
  'row-clauses': rowClauseFindings,
  'access-previews': accessPreviewFindings,
};
