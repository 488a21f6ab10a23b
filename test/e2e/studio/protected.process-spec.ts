import { CUSTOMER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

BROWSER.describe('protected fields in the studio', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    const ada = studio.app.as('ada.admin');
    const protections = {
      AvailableCredit: { Protection: 'Hidden' },
      CreditLimit: { Protection: 'Hidden' },
      Email: { Protection: 'Masked', Mask: 'Email' },
    };
    for (const [FieldName, members] of Object.entries(protections)) {
      const filters = { 'EntityId.EntityName': 'Customer', FieldName };
      const Filters = Object.entries(filters).map(([name, Value]) => ({ FieldName: name, Operator: 'EqualTo', Value }));
      await ada.update('Field', members, { Filters });
    }
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it('are masked or absent in a list, which neither sorts nor filters by them', async () => {
    const page = await studio.as('nina.north', '/records/Customer');
    const email = page.getByRole('columnheader', { name: 'Email' });
    await email.waitFor();
    await page.getByText('b****@customer.example').waitFor();
    await picture(page, 'protected-list');
    expect(await page.getByRole('columnheader', { name: 'Credit limit' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: /@customer/ }).count()).toBe(0);
    await email.click();
    await page.getByRole('columnheader', { name: 'Segment' }).click();
    await page.waitForURL(/sort=Segment/);
    await page.getByRole('button', { name: '+ Filter' }).click();
    await page.getByRole('button', { name: / Field$/ }).click();
    const offered = await page.getByRole('option').allTextContents();
    expect(offered).toContain('Tax number');
    expect(offered).not.toContain('Email');
    expect(offered).not.toContain('Credit limit');
  });

  it('are shown in a form that saves the other fields', async () => {
    const page = await studio.as('nina.north', `/records/Customer/${CUSTOMER.bistro}`);
    await page.getByText('b****@customer.example').waitFor();
    await picture(page, 'protected-form');
    expect(await page.getByLabel('Email').count()).toBe(0);
    expect(await page.getByText('Credit limit').count()).toBe(0);
    await page.getByLabel('Name').fill('Bistro Bleu');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bistro Bleu' }).waitFor();
    const stored = await studio.app.as('ada.admin').row('Customer', CUSTOMER.bistro);
    expect(stored).toMatchObject({ Name: 'Bistro Bleu', Email: expect.stringMatching(/^b[^*]+@/) });
  });
});
