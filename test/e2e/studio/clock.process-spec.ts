import type { Page } from 'playwright-core';
import { CUSTOMER, USER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { StudioBrowser } from '../../support/studio-browser.js';
import { where } from '../../support/test-app.js';

const HOUR_MS = 3_600_000;

/** Shifts the clock of a page. It runs in the page. */
const shifted = (byMs: number): string => `{
  const Right = Date;
  window.Date = class extends Right {
    constructor(...parts) { if (parts.length === 0) super(Right.now() + ${byMs}); else super(...parts); }
    static now() { return Right.now() + ${byMs}; }
  };
}`;

BROWSER.describe('the studio in a browser whose clock is a day wrong', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  async function open(hours: number, user: string, path: string): Promise<Page> {
    const page = await studio.window();
    await page.addInitScript(shifted(hours * HOUR_MS));
    return studio.open(page, user, path);
  }

  it.each([-24, 24])('marks what is overdue at the service, and stays signed in (%d hours)', async (hours) => {
    const nina = studio.app.as('nina.north');
    const schema = await studio.app.schema();
    const numbers: string[] = [];
    for (const due of [-1, 1]) {
      const id = await nina.inserted('Order', { CustomerId: CUSTOMER.alpenmarkt, DiscountPercent: '20' });
      const { OrderNumber } = await nina.row('Order', id);
      numbers.push(OrderNumber);
      const inbox = await studio.app.as('mona.manager').get('/approvals/inbox?pageSize=200');
      const { TaskId } = inbox.body.Result.find(({ Text }: { Text: string }) => Text === OrderNumber);
      await studio.app.query(
        `UPDATE "${schema}"."ApprovalTask" SET "DueOn" = now() + $1 * interval '1 hour' WHERE "Id" = $2`,
        [due, TaskId],
      );
    }
    const page = await open(hours, 'mona.manager', '/inbox');
    const item = (number: string) => page.getByRole('listitem').filter({ hasText: number });
    await item(numbers[0]).getByText('overdue since').waitFor();
    await item(numbers[1]).getByText(/^due /).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it.each([-24, 24])('stores when a notice was read by the time of the service (%d hours)', async (hours) => {
    const Message = `Read ${hours} hours off`;
    const schema = await studio.app.schema();
    await studio.app.query(
      `INSERT INTO "${schema}"."Notification" ("Message", "OwnerId", "CreatedBy", "UpdatedBy") VALUES ($1, $2, $2, $2)`,
      [Message, USER.nina],
    );
    const page = await open(hours, 'nina.north', '/notices');
    await page.getByRole('button', { name: `Mark as read: ${Message}` }).click();
    await page.getByRole('list', { name: 'Read', exact: true }).getByText(Message).waitFor();
    const { body } = await studio.app
      .as('nina.north')
      .select('Notification', { WhereClause: where('Message', 'EqualTo', Message) });
    expect(Math.abs(Date.parse(body.Result[0].ReadOn) - Date.now())).toBeLessThan(HOUR_MS);
  });
});
