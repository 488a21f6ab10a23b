import type { Page } from 'playwright-core';
import { BROWSER } from '../../support/needed-programs.js';
import type { Caller } from '../../support/test-app.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

const INT = '9007199254740993123';
const DECIMAL = '1234567890123456789012345678.1234567890';
const PRICE = '0.10';

BROWSER.describe('numbers in the studio', () => {
  let studio: StudioBrowser;
  let ada: Caller;
  let page: Page;
  let id: string;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    ada = studio.app.as('ada.admin');
    await ada.inserted('Entity', {
      EntityName: 'Measure',
      DisplayField: 'Name',
      Field: [
        { FieldName: 'Name', FieldType: 'Text', Required: true },
        { FieldName: 'Count', FieldType: 'Int' },
        { FieldName: 'Amount', FieldType: 'Decimal', Precision: 38, Scale: 10 },
        { FieldName: 'Price', FieldType: 'Decimal', Precision: 12, Scale: 2 },
      ],
    });
    id = await ada.inserted('Measure', { Name: 'Exact', Count: INT, Amount: DECIMAL, Price: PRICE });
    page = await studio.as('ada.admin', '/records/Measure');
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** The stored record, as the text of the answer. */
  const stored = async (): Promise<string> => (await ada.select('Measure')).text;

  it('are listed with all their digits', async () => {
    for (const digits of ['9,007,199,254,740,993,123', '1,234,567,890,123,456,789,012,345,678.1234567890', PRICE])
      await page.getByRole('gridcell', { name: digits, exact: true }).waitFor();
    await picture(page, 'digits-list');
    await page.getByRole('gridcell', { name: 'Exact' }).click();
    await page.getByRole('heading', { level: 1, name: 'Exact' }).waitFor();
  });

  it('stay as they are where another field is saved', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Still exact');
    await page.getByText('1 change').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Still exact' }).waitFor();
    expect(await ada.row('Measure', id)).toMatchObject({ RowVersion: 2, Name: 'Still exact' });
    for (const digits of [INT, DECIMAL, PRICE]) expect(await stored()).toContain(digits);
  });

  it('keep all digits that are typed', async () => {
    await page.getByLabel('Count').fill('-9223372036854775807');
    await page.getByLabel('Amount').fill('-9999999999999999999999999999.0000000001');
    await page.getByLabel('Price').fill('0.3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    for (const digits of ['-9223372036854775807', '-9999999999999999999999999999.0000000001', '0.30'])
      expect(await stored()).toContain(digits);
    expect(await page.getByLabel('Price').inputValue()).toBe('0.30');
    await picture(page, 'digits-record');
  });

  it('are no change where they are typed as they were', async () => {
    for (const name of ['Count', 'Amount', 'Price']) {
      const box = page.getByLabel(name);
      const digits = await box.inputValue();
      await box.fill('1');
      await page.getByText('1 change').waitFor();
      await box.fill(digits);
      await box.blur();
      await page.getByText('1 change').waitFor({ state: 'detached' });
    }
  });
});
