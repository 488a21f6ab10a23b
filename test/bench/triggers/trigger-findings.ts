import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { backlogFindings, bulkFiringFindings } from './backlog.js';
import { dueFindings } from './due-records.js';
import { firingFindings } from './firings.js';
import { idleTriggerFindings } from './idle-triggers.js';

/** Benches of triggers and schedules by their names; `triggers` stands for all. */
export const TRIGGER_FINDINGS: Readonly<Record<string, (bed: Bed) => Promise<readonly Finding[]>>> = {
  firings: firingFindings,
  backlog: backlogFindings,
  'bulk-firings': bulkFiringFindings,
  'due-records': dueFindings,
  'idle-triggers': idleTriggerFindings,
};
