import * as signalR from '@microsoft/signalr';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LiveEntity } from '../client/live-entity.js';
import { Service } from '../client/service.js';

const WELCOME = `Type a subject and press Enter to insert a note. SLOW:5000 takes five seconds, SLOWFAIL:5000 is refused after them.
Ctrl+C ends.`;

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:3000' },
    user: { type: 'string', default: 'nina.north' },
  },
});

/** @param {string} text */
const say = (text) => void process.stdout.write(`${new Date().toTimeString().slice(0, 8)}  ${text}\n`);

const STATES = {
  connected: `${values.user} hears of every note that this user may read.`,
  resumed: 'Connected again; what was missed follows.',
  reconnecting: 'The connection is lost. Trying again …',
  closed: 'The connection is closed.',
};

const notes = new LiveEntity(signalR, new Service(values.base, values.user), 'Note', {
  changed: ({ Operation, Id, Count, ChangedFields }) =>
    say(`${Operation} ${Id ?? `${Count} notes`}  ${Operation === 'Update' ? ChangedFields.join(', ') : ''}`),
  completed: ({ CorrelationId, Status, HttpStatus, errors }) =>
    say(`${Status} ${CorrelationId}  HTTP ${HttpStatus}  ${errors.join(' ')}`),
  notified: ({ Message }) => say(`Notification: ${Message}`),
  // A client with a list would read it again here; this one only prints new events.
  reload: () => undefined,
  state: (state) => say(STATES[state]),
  failed: ({ message }) => say(message),
});

/** @param {string} subject */
async function insert(subject) {
  try {
    const { StatusCode, CorrelationId, Errors } = await notes.insert({ Subject: subject });
    say(`${StatusCode} ${CorrelationId ?? ''}  ${Errors.join(' ')}`);
  } catch (error) {
    say(String(error));
  }
}

/** True when the service is ready. */
async function isReady() {
  try {
    return (await fetch(`${values.base}/health/ready`)).ok;
  } catch {
    return false;
  }
}

if (!(await isReady())) say(`Waiting for ${values.base} …`);
while (!(await isReady())) await sleep(500);
await notes.start();
process.stdout.write(`${WELCOME}\n`);
for await (const line of createInterface({ input: process.stdin })) if (line.trim()) void insert(line.trim());
