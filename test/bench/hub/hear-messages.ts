/** A program: many clients of a hub, which count the messages they hear; does what `HearingRequest` says. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientGroup, Heard, HearingRequest } from './hearing.js';
import { HubSocket, type Listener } from './hub-socket.js';

/** Connections that are opened at once. */
const AT_ONCE = 50;
const POLL_MS = 5;

const nowMs = (): number => performance.timeOrigin + performance.now();

let sockets: HubSocket[] = [];
let latencies: { ms: number; messages: number }[] = [];
let byGroup: number[] = [];
let [frames, firstAt, lastAt, lost] = [0, 0, 0, 0];

function listenerOf(group: number): Listener {
  return {
    heard: (messages, saidAtMs) => {
      lastAt = nowMs();
      if (firstAt === 0) firstAt = lastAt;
      byGroup[group] += messages;
      if (Number.isNaN(saidAtMs)) return;
      frames++;
      latencies.push({ ms: lastAt - saidAtMs, messages: Math.max(messages, 1) });
    },
    lost: () => void lost++,
  };
}

async function open(
  port: number,
  path: string,
  { headers, entity, filter }: ClientGroup,
  group: number,
): Promise<HubSocket> {
  const socket = await HubSocket.open(port, path, headers, listenerOf(group));
  if (entity !== undefined) await socket.call('RegisterEntity', entity, ...(filter ? [filter] : []));
  socket.listen();
  return socket;
}

async function connect(port: number, path: string, groups: readonly ClientGroup[]): Promise<number> {
  const wanted = groups.flatMap((group, i) => Array.from({ length: group.count }, () => [group, i] as const));
  begin(groups.length);
  while (wanted.length > 0) {
    const opened = wanted.splice(0, AT_ONCE).map(([group, i]) => open(port, path, group, i));
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets.length;
}

function begin(groups = byGroup.length): boolean {
  latencies = [];
  byGroup = Array.from({ length: groups }, () => 0);
  [frames, firstAt, lastAt] = [0, 0, 0];
  return true;
}

const heardSoFar = (): number => byGroup.reduce((sum, each) => sum + each, 0);

async function tell(messages: number, withinMs: number): Promise<Heard> {
  for (const until = nowMs() + withinMs; heardSoFar() < messages && nowMs() < until;) await sleep(POLL_MS);
  const [p50Ms, p99Ms] = shares([0.5, 0.99]);
  return { messages: heardSoFar(), byGroup, frames, durationMs: lastAt - firstAt, p50Ms, p99Ms, lost };
}

/** Latencies that these shares of the messages do not exceed. */
function shares(wanted: readonly number[]): readonly number[] {
  const sorted = latencies.toSorted((a, b) => a.ms - b.ms);
  const all = sorted.reduce((sum, { messages }) => sum + messages, 0);
  return wanted.map((share) => {
    let count = 0;
    return sorted.find(({ messages }) => (count += messages) >= all * share)?.ms ?? 0;
  });
}

function leave(): boolean {
  for (const socket of sockets) socket.close();
  sockets = [];
  lost = 0;
  return true;
}

function answer(request: HearingRequest): unknown {
  switch (request.kind) {
    case 'connect':
      return connect(request.port, request.path, request.groups);
    case 'begin':
      return begin();
    case 'tell':
      return tell(request.messages, request.withinMs);
    case 'leave':
      return leave();
  }
}

process.on('disconnect', () => process.exit());
process.on('message', (request: HearingRequest) => {
  Promise.resolve(answer(request)).then(
    (result) => process.send!(result),
    (error: unknown) => {
      process.stderr.write(`The clients broke off. ${String(error)}\n`);
      process.exit(1);
    },
  );
});
