import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { acceptedWrites } from './accepted-writes.js';
import { hubStreams } from './hub-streams.js';
import { largeAnswers } from './large-answers.js';
import { longBodies } from './long-bodies.js';
import { findingsOf, type Scenario } from './scenario.js';
import { sleepingObjects } from './sleeping-objects.js';
import { slowSelects, slowSelectsOfFive } from './slow-selects.js';
import { Stage } from './stage.js';
import { tricklingBulks } from './trickling-bulks.js';

/** By the names that select them. The last leaves writes that run on for a while. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'slow-selects': slowSelects,
  'long-selects': slowSelectsOfFive,
  'sleeping-objects': sleepingObjects,
  'trickling-bulks': tricklingBulks,
  'hub-streams': hubStreams,
  'large-answers': largeAnswers,
  'long-bodies': longBodies,
  'accepted-writes': acceptedWrites,
};

export const ATTACKS = Object.keys(SCENARIOS);

/** Measures one attack: victims alone, then beside the attackers. */
export const attackFindings = (bed: Bed, name: string): Promise<readonly Finding[]> =>
  Stage.on(bed, (stage) => findingsOf(SCENARIOS[name], stage));
