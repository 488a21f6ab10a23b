import { randomUUID } from 'node:crypto';
import type { Row } from '../../../support/test-app.js';

/** Statuses of a blueprint. */
export const OPEN = { Name: 'Open', IsInitial: true, Color: '#888888' };
export const DOING = { Name: 'Doing' };
export const DONE = { Name: 'Done', IsFinal: true };

/** Its transitions. */
export const START = { Name: 'Start', FromStatus: 'Open', ToStatus: 'Doing' };
export const FINISH = { Name: 'Finish', FromStatus: 'Doing', ToStatus: 'Done' };
const ABORT = { Name: 'Abort', FromStatus: '*', ToStatus: 'Done' };

/** An inactive lifecycle of tickets with a new name. */
export const blueprint = (more: Row = {}): Row => ({
  Name: `L ${randomUUID()}`,
  EntityName: 'Ticket',
  IsActive: false,
  Statuses: [OPEN, DOING, DONE],
  Transitions: [START, FINISH, ABORT],
  ...more,
});
