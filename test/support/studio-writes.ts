import type { Locator, Page } from 'playwright-core';
import { CUSTOMER, customer } from './demo.js';
import { choose, type StudioBrowser } from './studio-browser.js';
import { byId, type Row } from './test-app.js';

/** A write that a user sends by one button. */
export interface Write {
  readonly user: string;
  /** Path of its request below the API. */
  readonly path: string;
  /** Prepares records and opens the screen, up to the button. @returns the button, and what is shown when it is done */
  readonly begin: (
    studio: StudioBrowser,
    open: (path: string) => Promise<Page>,
  ) => Promise<{ readonly button: Locator; readonly done: Locator }>;
  /** Change that the log has of it, such as `Create Note`. */
  readonly change: string;
  /** Number of these changes where it is done once. */
  readonly count?: number;
}

let count = 0;

/** A name that no other record of this test file has. */
export const nextName = (): string => `Write ${++count}`;
const note = (studio: StudioBrowser, user: string): Promise<string> =>
  studio.app.as(user).inserted('Note', { Subject: nextName() });
const order = (studio: StudioBrowser, fields: Row = {}): Promise<string> =>
  studio.app.as('nina.north').inserted('Order', { CustomerId: CUSTOMER.alpenmarkt, ...fields });

/** Opens a task of mona's about an order of its own. */
async function task(
  studio: StudioBrowser,
  show: (path: string) => Promise<Page>,
): Promise<{ readonly page: Page; readonly number: string }> {
  const { OrderNumber: number } = await studio.app
    .as('nina.north')
    .row('Order', await order(studio, { DiscountPercent: '20' }));
  const inbox = await studio.app.as('mona.manager').get('/approvals/inbox?pageSize=200');
  const { TaskId } = inbox.body.Result.find(({ Text }: { Text: string }) => Text === number);
  const page = await show(`/inbox?task=${TaskId}`);
  await page.getByRole('heading', { level: 2, name: number }).waitFor();
  await page.getByLabel('Comment').fill('Looked at.');
  return { page, number };
}

const decision = (name: string, done: string): Write => ({
  user: 'mona.manager',
  path: '/records/insert',
  begin: async (studio, show) => {
    const { page, number } = await task(studio, show);
    return { button: page.getByRole('button', { name }), done: page.getByText(`${number} was ${done}.`) };
  },
  change: 'Create ApprovalDecision',
});

/** The button that saves a form, which goes when it is done. */
export const saves = (page: Page) => ({
  button: page.getByRole('button', { name: 'Save', exact: true }),
  done: page.locator('main:not(:has(button:text-is("Save")))'),
});

/** Writes of records. */
export const OF_RECORDS: Readonly<Record<string, Write>> = {
  'an insert': {
    user: 'nina.north',
    path: '/records/insert',
    begin: async (_, show) => {
      const page = await show('/records/Note/new');
      const subject = nextName();
      await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
      return {
        button: page.getByRole('button', { name: 'Save' }),
        done: page.getByRole('heading', { level: 1, name: subject, exact: true }),
      };
    },
    change: 'Create Note',
  },
  'an update': {
    user: 'nina.north',
    path: '/records/update',
    begin: async (studio, show) => {
      const page = await show(`/records/Note/${await note(studio, 'nina.north')}`);
      await page.getByRole('textbox', { name: 'Text' }).fill('Changed');
      return saves(page);
    },
    change: 'Update Note',
  },
  'a delete': {
    user: 'nina.north',
    path: '/records/delete',
    begin: async (studio, show) => {
      const page = await show(`/records/Note/${await note(studio, 'nina.north')}`);
      await page.getByRole('button', { name: 'Actions for Note' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      return {
        button: page.getByRole('dialog').getByRole('button', { name: 'Delete' }),
        done: page
          .getByRole('heading', { level: 1, name: 'Notes' })
          .or(page.getByText('This record does not exist any more')),
      };
    },
    change: 'Delete Note',
  },
  'a restore': {
    user: 'ada.admin',
    path: '/records/restore',
    begin: async (studio, show) => {
      const id = await note(studio, 'ada.admin');
      await studio.app.as('ada.admin').delete('Note', byId(id));
      const page = await show(`/records/Note/${id}?deleted=true`);
      return {
        button: page.getByRole('button', { name: 'Restore' }),
        done: page.getByRole('button', { name: 'Actions for Note' }),
      };
    },
    change: 'Create Note',
  },
  'a move': {
    user: 'nina.north',
    path: '/status/update',
    begin: async (studio, show) => {
      const page = await show(`/records/Order/${await order(studio)}`);
      await page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: 'Cancel' }).click();
      return {
        button: page.getByRole('dialog').getByRole('button', { name: 'Cancel' }),
        done: page.getByText('The record has been moved to Cancelled.'),
      };
    },
    change: 'Create StatusHistory',
  },
  'a bulk move': {
    user: 'nina.north',
    path: '/status/bulk-update',
    begin: async (studio, show) => {
      const Notes = nextName();
      for (let i = 0; i < 2; i++) await order(studio, { Notes });
      const filter = JSON.stringify([{ field: 'Notes', operator: 'EqualTo', value: Notes }]);
      const page = await show(`/records/Order?filter=${encodeURIComponent(filter)}`);
      for (const row of ['Select row 1', 'Select row 2'])
        await page.getByRole('checkbox', { name: row, exact: true }).press('Space');
      await page.getByRole('button', { name: 'Move to a status' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /Status/ }).click();
      await page.getByRole('option', { name: 'Cancelled' }).click();
      return {
        button: dialog.getByRole('button', { name: 'Move', exact: true }),
        done: page.getByText('2 of 2 records were moved.'),
      };
    },
    change: 'Create StatusHistory',
    count: 2,
  },
  'a bulk delete': {
    user: 'nina.north',
    path: '/records/delete',
    begin: async (studio, show) => {
      const Body = nextName();
      for (let i = 0; i < 2; i++) await studio.app.as('nina.north').inserted('Note', { Subject: `${Body} ${i}`, Body });
      const filter = JSON.stringify([{ field: 'Body', operator: 'EqualTo', value: Body }]);
      const page = await show(`/records/Note?filter=${encodeURIComponent(filter)}`);
      for (const row of ['Select row 1', 'Select row 2'])
        await page.getByRole('checkbox', { name: row, exact: true }).press('Space');
      await page.getByRole('button', { name: 'Delete' }).click();
      return {
        button: page.getByRole('dialog').getByRole('button', { name: 'Delete' }),
        done: page.getByText('No record matches.'),
      };
    },
    change: 'Delete Note',
    count: 2,
  },
};

/** Decisions, and runs of workflows. */
export const OF_TASKS: Readonly<Record<string, Write>> = {
  'an approval': decision('Approve', 'approved'),
  'a return': decision('Return', 'returned'),
  'a delegation': {
    user: 'mona.manager',
    path: '/records/insert',
    begin: async (studio, show) => {
      const { page, number } = await task(studio, show);
      await page.getByRole('button', { name: 'Delegate' }).click();
      const dialog = page.getByRole('dialog');
      await choose(dialog.getByRole('combobox', { name: 'To' }), 'Sven Manager');
      return {
        button: dialog.getByRole('button', { name: 'Delegate' }),
        done: page.getByText(`${number} was passed on.`),
      };
    },
    change: 'Create ApprovalDecision',
  },
  'a run of a workflow': {
    user: 'mona.manager',
    path: '/workflows/execute/*',
    begin: async (studio, show) => {
      const Name = nextName();
      await studio.app.as('nina.north').inserted('Customer', customer({ Name }));
      const page = await show('/run/BlockCustomer');
      await choose(page.getByRole('combobox', { name: 'Customer' }), Name);
      await page.getByLabel('Reason').fill(nextName());
      return {
        button: page.getByRole('button', { name: 'Run', exact: true }),
        done: page.getByText('The run has completed.'),
      };
    },
    // The run makes a note of it.
    change: 'Create Note',
  },
};
