import { told } from '../../../support/keys.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { where } from '../../../support/test-app.js';
import { Cells } from './cells.js';

let cells: Cells;
beforeEach(async () => void (cells = await Cells.start({ WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500' })), 60_000);
afterEach(() => cells.stop());

it('moves an environment while it is written', async () => {
  const { source, target } = cells;
  const plan = await cells.run('--plan');
  expect(plan).toMatchObject({ code: 0, output: expect.stringContaining('Nothing prevents it.') });
  const slow = await source.as('ada.admin').insert('Note', { Subject: 'SLOW:1204' });
  const writer = new Writer();
  const moved = await cells.run('--to', 'b');
  console.log(moved.errors, moved.output);
  expect(moved.code).toBe(0);
  await writer.stop();
  console.log(writer.answers.length, writer.refused, Math.round(writer.longestMs));
  expect(told(await source.as('ada.admin').select('Customer'))).toBe('421 OtherCell');
  const stored = await target.as('ada.admin').select('Note', {
    WhereClause: where('Subject', 'StartsWith', 'moved '),
    Options: { PageSize: 1000 },
  });
  console.log(JSON.stringify(stored.body).slice(0, 300));
  expect(await outcomeOf(target.as('ada.admin'), slow)).toMatchObject({ Status: 'Completed' });
}, 120_000);

/** Inserts one record after the other, each with a key, where the environment lives. */
class Writer {
  readonly answers: { readonly key: string; readonly id: string; readonly correlationId: string }[] = [];
  refused = 0;
  longestMs = 0;
  #isOver = false;
  readonly #working = this.#work();

  async #work(): Promise<void> {
    let cell = cells.source;
    for (let n = 0; !this.#isOver; n++) {
      const began = performance.now();
      for (;;) {
        const key = `moved ${n}`;
        const answer = await cell.as('ada.admin').insert('Note', { Subject: key }, { 'Idempotency-Key': key });
        if (answer.status === 200) {
          this.answers.push({ key, id: answer.body.Result.Id, correlationId: answer.body.CorrelationId });
          break;
        }
        this.refused++;
        if (told(answer) === '421 OtherCell') cell = cells.target;
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }
}
