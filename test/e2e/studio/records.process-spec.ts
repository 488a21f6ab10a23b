import type { Page } from 'playwright-core';
import { until } from '../../support/until.js';
import { BROWSER } from '../../support/needed-programs.js';
import { byId, where } from '../../support/test-app.js';
import { customer, CUSTOMER } from '../../support/demo.js';
import { addLine, choose, picture, StudioBrowser } from '../../support/studio-browser.js';

BROWSER.describe('records in the studio', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it('finds a customer, enters an order with two lines and shows it with its sum', async () => {
    const page = await studio.as('nina.north', '/records/Customer');
    await page.getByLabel('Search', { exact: true }).fill('alpenmarkt');
    await page.getByText('2 records').waitFor();
    await page.getByRole('gridcell', { name: 'Alpenmarkt AG' }).click();
    await page.getByRole('heading', { level: 1, name: 'Alpenmarkt AG' }).waitFor();
    await page.goto(page.url().replace(/Customer.*/, 'Order/new'));
    await choose(page.getByRole('combobox', { name: 'Customer' }), 'Alpenmarkt AG');
    await addLine(page, 1, 'Sparkling', '24', '7.90');
    await addLine(page, 2, 'Pasta', '2', '18');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await preview.getByRole('cell', { name: '225.60' }).first().waitFor();
    await picture(page, 'preview');
    await preview.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: /^SO-/ }).waitFor();
    await page.getByText('225.60').first().waitFor();
    await picture(page, 'order');
  });

  it('shows every fault at its field, keeps what was entered, and stores it once when it is right', async () => {
    const page = await studio.as('nina.north', '/records/Order/new');
    await choose(page.getByRole('combobox', { name: 'Customer' }), 'Alpenmarkt AG');
    await addLine(page, 1, 'Sparkling', '0', '7.90');
    await page.getByLabel('Currency').fill('euro');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/At least 1/)
      .first()
      .waitFor();
    for (const label of ['Quantity, row 1', 'Currency'])
      expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Quantity, row 1').fill('3');
    await page.getByLabel('Currency').fill('EUR');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByRole('heading', { level: 1, name: /^SO-/ }).waitFor();
    const orders = await studio.app.as('nina.north').select('Order', {
      SelectedFields: ['OrderNumber'],
      WhereClause: where('SubTotal', 'EqualTo', '23.70'),
    });
    expect(orders.body.Result.length).toBe(1);
  });

  it('merges what two people change in different fields, and asks where both change the same one', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Customer', customer({ Name: 'Two editors' }));
    const path = `/records/Customer/${id}`;
    const page = await studio.as('nina.north', path);
    await page.getByLabel('Phone').fill('+49 1');
    await nina.update('Customer', { Email: 'theirs@example.com' }, byId(id));
    await page.getByText('Another user has changed this record').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(await nina.row('Customer', id)).toMatchObject({ Phone: '+49 1', Email: 'theirs@example.com' });

    await page.getByLabel('Phone').fill('+49 2');
    await nina.update('Customer', { Phone: '+49 3' }, byId(id));
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Another user has changed this' });
    for (const value of ['+49 2', '+49 3', '+49 1'])
      await dialog.getByRole('cell', { name: value, exact: true }).waitFor();
    await picture(page, 'conflict');
    await dialog.getByRole('button', { name: /Keep Phone/ }).click();
    await page.getByRole('option', { name: 'Mine' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(await nina.row('Customer', id)).toMatchObject({ Phone: '+49 2' });
  });

  it('merges what two people change in one line of an order, and asks where both change the same value', async () => {
    const nina = studio.app.as('nina.north');
    const { body } = await nina.select('Product', { Pager: { PageSize: 1 } });
    const line = { ProductId: body.Result[0].Id, LineNumber: 1, Quantity: 1, UnitPrice: '2.00' };
    const id = await nina.inserted('Order', { CustomerId: CUSTOMER.alpenmarkt, OrderLines: [line] });
    const stored = async () =>
      (await nina.select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', id) })).body.Result[0];
    const { Id: lineId } = await stored();
    const [mine, theirs] = [
      await studio.as('nina.north', `/records/Order/${id}`),
      await studio.as('nina.north', `/records/Order/${id}`),
    ];
    const edit = (page: Page, field: string, value: string) => page.getByLabel(`${field}, row 1`).fill(value);
    const save = async (page: Page) => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    };
    await edit(mine, 'Quantity', '5');
    await edit(theirs, 'Unit price', '3.00');
    await save(theirs);
    await save(mine);
    expect(await stored()).toMatchObject({ Id: lineId, Quantity: 5, UnitPrice: 3 });

    // Else theirs would begin with the value before mine, and be asked as well.
    const quantity = theirs.getByLabel('Quantity, row 1');
    await until('theirs shows mine', async () => (await quantity.inputValue()) === '5');
    await edit(mine, 'Quantity', '6');
    await edit(theirs, 'Quantity', '7');
    await save(theirs);
    await mine.getByRole('button', { name: 'Save' }).click();
    const dialog = mine.getByRole('dialog', { name: 'Another user has changed this' });
    await dialog.getByRole('rowheader', { name: 'Lines, row 1 – Quantity' }).waitFor();
    for (const value of ['6', '7', '5']) await dialog.getByRole('cell', { name: value, exact: true }).waitFor();
    await picture(mine, 'conflict-child');
    expect(await stored()).toMatchObject({ Quantity: 7 });
    await dialog.getByRole('button', { name: /Keep Lines/ }).click();
    await mine.getByRole('option', { name: 'Mine' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await save(mine);
    expect(await stored()).toMatchObject({ Quantity: 6 });
  });
});
