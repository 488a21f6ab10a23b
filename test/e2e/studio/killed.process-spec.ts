import type { Page, Route } from 'playwright-core';
import { customer } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { ServiceProcess } from '../../support/service-process.js';
import { addLine, choose, picture, StudioBrowser } from '../../support/studio-browser.js';
import { where } from '../../support/test-app.js';

const SETTINGS = { ROLES: 'api,worker' };

BROWSER.describe('the studio when its node is killed', () => {
  let studio: StudioBrowser;
  let node: ServiceProcess;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    node = await ServiceProcess.start(studio.app.databaseUrl, SETTINGS);
  }, 90_000);
  afterAll(async () => {
    await ServiceProcess.killAll();
    await studio.stop();
  });
  afterEach(() => studio.throwFaults());

  const restart = async (): Promise<void> => {
    node = await node.startAgain(studio.app.databaseUrl, SETTINGS);
  };

  /** Kills the node at the first request to a path: before it arrives, or after it was carried out. */
  async function killAt(page: Page, path: string, isCarriedOut: boolean): Promise<void> {
    const kill = async (route: Route): Promise<void> => {
      if (isCarriedOut) await route.fetch();
      await node.kill();
      await route.abort();
    };
    await page.route(`**/api/v1${path}`, kill, { times: 1 });
  }

  /** Waits until the page has noticed, starts the node again, and waits until the page is live. */
  async function goOn(page: Page, name: string): Promise<void> {
    await page.getByText(/sending again in/).waitFor();
    await page.getByText('Live updates have paused since').first().waitFor();
    await picture(page, name);
    await restart();
    await page.getByText('Live updates have paused since').waitFor({ state: 'detached' });
  }

  const orders = async (customerId: string): Promise<readonly { readonly Id: string }[]> =>
    (await studio.app.as('nina.north').select('Order', { WhereClause: where('CustomerId', 'EqualTo', customerId) }))
      .body.Result;

  it.each([false, true])('stores an order with its lines once (carried out before: %s)', async (isCarriedOut) => {
    const Name = `Killed at an order ${isCarriedOut}`;
    const customerId = await studio.app.as('nina.north').inserted('Customer', customer({ Name }));
    const page = await studio.as('nina.north', '/records/Order/new', { url: node.url });
    await choose(page.getByRole('combobox', { name: 'Customer' }), Name);
    await addLine(page, 1, 'Sparkling', '24', '7.90');
    await addLine(page, 2, 'Pasta', '2', '18');
    await killAt(page, '/records/insert', isCarriedOut);
    await page.getByRole('button', { name: 'Save' }).click();
    await goOn(page, `killed-order-${isCarriedOut}`);
    await page.getByRole('heading', { level: 1, name: /^SO-/ }).waitFor();
    const stored = await orders(customerId);
    expect(stored).toHaveLength(1);
    const lines = await studio.app
      .as('nina.north')
      .select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', stored[0].Id) });
    expect(lines.body.Result).toHaveLength(2);
    await page.context().close();
  });

  it('takes the decision of a manager once', async () => {
    const nina = studio.app.as('nina.north');
    const customerId = await nina.inserted('Customer', customer({ Name: 'Killed at a decision' }));
    const id = await nina.inserted('Order', { CustomerId: customerId, DiscountPercent: '20' });
    const { OrderNumber } = await nina.row('Order', id);
    const page = await studio.as('mona.manager', '/inbox', { url: node.url });
    await page.getByRole('link', { name: OrderNumber }).click();
    await page.getByRole('heading', { level: 2, name: OrderNumber }).waitFor();
    await page.getByLabel('Comment').fill('Agreed.');
    await killAt(page, '/records/insert', true);
    const since = await studio.app.mark();
    await page.getByRole('button', { name: 'Approve' }).click();
    await goOn(page, 'killed-decision');
    await page.getByText(`${OrderNumber} was approved.`).waitFor();
    const decisions = (await studio.app.changes(since)).filter((change) => change === 'Create ApprovalDecision');
    expect(decisions).toHaveLength(1);
    await page.context().close();
  });

  it('keeps the changes of a role that it gave up to save, and saves them once when the node is back', async () => {
    const ada = studio.app.as('ada.admin');
    const id = await ada.inserted('Role', { Name: 'KilledAtRole' });
    const page = await studio.window({ url: node.url });
    await page.clock.install();
    await studio.open(page, 'ada.admin', `/access/roles/${id}`);
    await page.getByRole('combobox', { name: 'Order, Read' }).selectOption('All');
    await killAt(page, '/records/batch', true);
    const since = await studio.app.mark();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'It may have been stored all the same' });
    while (!(await alert.isVisible())) await page.clock.runFor(1000);
    await picture(page, 'killed-role');
    await restart();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    expect((await studio.app.changes(since)).filter((change) => change.includes('Role'))).toEqual([
      'Create RoleAccess',
    ]);
    const access = await ada.select('RoleAccess', { WhereClause: where('RoleId', 'EqualTo', id) });
    expect(access.body.Result).toMatchObject([{ EntityName: 'Order', Read: 'All' }]);
  });
});
