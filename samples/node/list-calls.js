import * as signalR from '@microsoft/signalr';
import { parseArgs } from 'node:util';
import { LiveList } from '../client/live-list.js';
import { Service } from '../client/service.js';

// Shows the notes of a user that begin with "Call", as a list that follows what anyone writes.
const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:3000' },
    user: { type: 'string', default: 'nina.north' },
  },
});

/** @param {string} text */
const say = (text) => void process.stdout.write(`${text}\n`);

const query = {
  EntityName: 'Note',
  WhereClause: { Filters: [{ FieldName: 'Subject', Operator: 'StartsWith', Value: 'Call' }] },
  SelectedFields: ['Subject'],
};

const list = new LiveList(
  signalR,
  new Service(values.base, values.user),
  query,
  (rows) => say(`${rows.size} calls: ${[...rows.values()].map(({ Subject }) => Subject).join(', ')}`),
  { state: say, failed: ({ message }) => say(message) },
);
await list.start();
