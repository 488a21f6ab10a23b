import * as signalR from '@microsoft/signalr';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LiveEntity } from '../client/live-entity.js';
import { Service } from '../client/service.js';

/** @param {unknown} error @returns {never} */
function end(error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        base: { type: 'string', default: 'http://127.0.0.1:3000' },
        user: { type: 'string', default: 'nina.north' },
        entity: { type: 'string', default: 'Note' },
      },
    });
    return values;
  } catch (error) {
    return end(error);
  }
}

const values = readOptions();

const SLOW = ' SLOW:5000 takes five seconds, SLOWFAIL:5000 is refused after them.';
const WELCOME = `Type a subject and press Enter to insert a ${values.entity}.${values.entity === 'Note' ? SLOW : ''}
Ctrl+C ends.`;

/** @param {string} text */
const say = (text) => void process.stdout.write(`${new Date().toTimeString().slice(0, 8)}  ${text.trimEnd()}\n`);

const STATES = {
  connected: `${values.user} hears of every ${values.entity} that this user may read.`,
  resumed: 'Connected again; what was missed follows.',
  limited: 'Too many requests. Waiting until the limit is renewed …',
  reconnecting: 'The connection is lost. Trying again …',
  closed: 'The connection is closed.',
};

const records = new LiveEntity(signalR, new Service(values.base, values.user), values.entity, {
  changed: ({ Operation, Id, Count, ChangedFields }) =>
    say(`${Operation} ${Id ?? `${Count} records`}  ${Operation === 'Update' ? ChangedFields.join(', ') : ''}`),
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
    const { StatusCode, CorrelationId, Errors } = await records.insert({ Subject: subject });
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
await records.start().catch(end);
process.stdout.write(`${WELCOME}\n`);
for await (const line of createInterface({ input: process.stdin })) if (line.trim()) void insert(line.trim());
