import { type Caller, match, type Row } from '../../../support/test-app.js';
import { randomUUID } from 'node:crypto';

/** A lookup of the entity of this name. */
export const entityNamed = (EntityName: string): unknown => match('EntityName', EntityName);

/** Creates the entity `Ticket`, of which Administrators and sales reps may do everything. */
export async function createTickets(admin: Caller, EntityName = 'Ticket'): Promise<void> {
  await admin.inserted('Entity', {
    EntityName,
    AllowSoftDelete: true,
    Fields: [
      { FieldName: 'Title', FieldType: 'Text', MaxLength: 60 },
      { FieldName: 'Effort', FieldType: 'Int' },
      { FieldName: 'Number', FieldType: 'AutoNumber', Pattern: 'T-{0}' },
      { FieldName: 'Origin', FieldType: 'Text', Immutable: true },
      { FieldName: 'Assignee', FieldType: 'Lookup', TargetId: entityNamed('User') },
    ],
  });
}

/** Statuses Open, Doing and Done, with given ids. */
export interface Statuses {
  readonly open: string;
  readonly doing: string;
  readonly done: string;
}

export const newStatuses = (): Statuses => ({ open: randomUUID(), doing: randomUUID(), done: randomUUID() });

/** Child rows of a lifecycle. */
export const statusRows = ({ open, doing, done }: Statuses): readonly Row[] => [
  { Id: open, Name: 'Open', IsInitial: true, Color: '#888888' },
  { Id: doing, Name: 'Doing' },
  { Id: done, Name: 'Done', IsFinal: true },
];

export const transitionRows = ({ open, doing, done }: Statuses): readonly Row[] => [
  { Name: 'Start', FromStatusId: open, ToStatusId: doing },
  { Name: 'Finish', FromStatusId: doing, ToStatusId: done },
];

/** A lifecycle of tickets. */
export const ticketLifecycle = (statuses: Statuses, more: Row = {}): Row => ({
  Name: `Tickets ${statuses.open.slice(0, 8)}`,
  EntityName: 'Ticket',
  Statuses: statusRows(statuses),
  Transitions: transitionRows(statuses),
  ...more,
});
