import { setTimeout as delay } from 'node:timers/promises';
import { customer } from '../../support/demo.js';
import { type EntityChanged, HubListener } from '../../support/hub-client.js';
import { repeatInBackground } from '../../support/repeat-in-background.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const WRITES = 100;

let writing: TestApp;
let listening: TestApp;
beforeAll(async () => {
  writing = await TestApp.start();
  listening = await writing.startAnother();
});
afterAll(async () => {
  await listening.stop();
  await writing.stop();
});

/** Breaks the notification connections of the nodes. @returns their number */
const breakLines = async (): Promise<number> =>
  (
    await writing.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query ~ '^(LISTEN|NOTIFY) '`,
    )
  ).length;

// Requirement: F12, P6
it('nodes without signals receive each change within 2 s, and cursors lose nothing', async () => {
  const ada = await HubListener.registered(listening, 'ada.admin', ['Customer']);
  const first = await writing.as('ada.admin').insert('Customer', customer());
  const { Cursor } = await ada.next(({ Id }) => Id === first.body.Result.Id);
  let broken = 0;
  const stopBreaking = repeatInBackground(async () => {
    broken += await breakLines();
    await delay(100);
  });
  const writtenAt = new Map<string, number>();
  const heardAt = new Map<string, number>();
  ada.connection.on('EntityChanged', ({ Id }: EntityChanged) => heardAt.set(Id!, performance.now()));
  for (let n = 0; n < WRITES; n++) {
    const { body } = await writing.as('ada.admin').insert('Customer', customer());
    writtenAt.set(body.Result.Id, performance.now());
    await delay(20);
  }
  await until('all is heard', () => [...writtenAt.keys()].every((id) => heardAt.has(id)));
  const lagMs = Math.max(...[...writtenAt].map(([id, at]) => heardAt.get(id)! - at));
  expect(lagMs).toBeLessThan(2_000);
  const streamed: string[] = [];
  ada.connection.stream<EntityChanged>('StreamChanges', 'Customer', Cursor).subscribe({
    next: ({ Id }) => void streamed.push(Id!),
    complete: () => undefined,
    error: () => undefined,
  });
  await until('the stream has all', () => streamed.length >= WRITES);
  expect(streamed).toEqual([...writtenAt.keys()]);
  await stopBreaking();
  expect(broken).toBeGreaterThan(10);
  await until('the lines come back', async () => (await breakLines()) === 2);
  await ada.stop();
});
