import type { Locator, Page, Route } from 'playwright-core';
import { CUSTOMER, customer, USER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { byId, type Row, where } from '../../support/test-app.js';
import { choose, picture, StudioBrowser } from '../../support/studio-browser.js';

/** A write that a user sends by one button. */
interface Write {
  readonly user: string;
  /** Path of its request below the API. */
  readonly path: string;
  /** Prepares records and opens the screen, up to the button. @returns the button, and what is shown when it is done */
  readonly begin: (
    open: (path: string) => Promise<Page>,
  ) => Promise<{ readonly button: Locator; readonly done: Locator }>;
  /** Change that the log has of it, such as `Create Note`. */
  readonly change: string;
  /** Number of these changes where it is done once. */
  readonly count?: number;
}

/** Answers a request in place of the service. */
const answer = (route: Route, status: number, headers: Readonly<Record<string, string>> = {}): Promise<void> =>
  route.fulfill({ status, headers, json: { ErrorDetails: [{ Code: 'Injected', Message: 'An injected fault.' }] } });

/** Faults that the studio gets over by itself: how a request is answered. */
const PASSING: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'is answered 429': (route) => answer(route, 429, { 'Retry-After': '0.2' }),
  'is answered 503': (route) => answer(route, 503, { 'Retry-After': '0.2' }),
  'is carried out without an answer': async (route) => {
    await route.fetch();
    await route.abort();
  },
  'is accepted': (route) => route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async' } }),
};

/** Faults that are shown, after which the user sends the write again. */
const SHOWN: Readonly<Record<string, { readonly title: string; readonly act: (route: Route) => Promise<void> }>> = {
  423: { title: 'This record is locked', act: (route) => answer(route, 423) },
  413: { title: 'This is too large', act: (route) => answer(route, 413) },
  412: { title: 'Somebody else has changed this', act: (route) => answer(route, 412) },
  'carried out, then 503 for long': {
    title: 'It may have been stored all the same',
    act: async (route) => {
      await route.fetch();
      await answer(route, 503, { 'Retry-After': '600' });
    },
  },
};

BROWSER.describe('each kind of write of the studio', () => {
  let studio: StudioBrowser;
  const pages = new Map<string, Page>();
  let count = 0;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** A screen in the page of a user, which is loaded once. */
  async function open(user: string, path: string): Promise<Page> {
    const page = pages.get(user);
    if (page !== undefined) return studio.go(page, path);
    const loaded = await studio.as(user, path);
    pages.set(user, loaded);
    return loaded;
  }

  const as = (user: string) => studio.app.as(user);
  const nextName = (): string => `Write ${++count}`;
  const note = (user: string): Promise<string> => as(user).inserted('Note', { Subject: nextName() });
  const order = (fields: Row = {}): Promise<string> =>
    as('nina.north').inserted('Order', { CustomerId: CUSTOMER.alpenmarkt, ...fields });

  /** Opens a task of mona's about an order of its own. */
  async function task(
    show: (path: string) => Promise<Page>,
  ): Promise<{ readonly page: Page; readonly number: string }> {
    const { OrderNumber: number } = await as('nina.north').row('Order', await order({ DiscountPercent: '20' }));
    const inbox = await as('mona.manager').get('/approvals/inbox?pageSize=200');
    const { TaskId } = inbox.body.Result.find(({ Text }: { Text: string }) => Text === number);
    const page = await show(`/inbox?task=${TaskId}`);
    await page.getByRole('heading', { level: 2, name: number }).waitFor();
    await page.getByLabel('Comment').fill('Looked at.');
    return { page, number };
  }

  const decision = (name: string, done: string): Write => ({
    user: 'mona.manager',
    path: '/records/insert',
    begin: async (show) => {
      const { page, number } = await task(show);
      return { button: page.getByRole('button', { name }), done: page.getByText(`${number} was ${done}.`) };
    },
    change: 'Create ApprovalDecision',
  });

  /** A role without access of its own. */
  const role = (): Promise<string> => as('ada.admin').inserted('Role', { Name: `Role${++count}` });

  const saves = (page: Page) => ({
    button: page.getByRole('button', { name: 'Save', exact: true }),
    done: page.locator('main:not(:has(button:text-is("Save")))'),
  });

  const WRITES: Readonly<Record<string, Write>> = {
    'an insert': {
      user: 'nina.north',
      path: '/records/insert',
      begin: async (show) => {
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
      begin: async (show) => {
        const page = await show(`/records/Note/${await note('nina.north')}`);
        await page.getByRole('textbox', { name: 'Text' }).fill('Changed');
        return saves(page);
      },
      change: 'Update Note',
    },
    'a delete': {
      user: 'nina.north',
      path: '/records/delete',
      begin: async (show) => {
        const page = await show(`/records/Note/${await note('nina.north')}`);
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
      begin: async (show) => {
        const id = await note('ada.admin');
        await as('ada.admin').delete('Note', byId(id));
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
      begin: async (show) => {
        const page = await show(`/records/Order/${await order()}`);
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
      begin: async (show) => {
        const Notes = nextName();
        for (let i = 0; i < 2; i++) await order({ Notes });
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
      begin: async (show) => {
        const Body = nextName();
        for (let i = 0; i < 2; i++) await as('nina.north').inserted('Note', { Subject: `${Body} ${i}`, Body });
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
    'an approval': decision('Approve', 'approved'),
    'a return': decision('Return', 'returned'),
    'a delegation': {
      user: 'mona.manager',
      path: '/records/insert',
      begin: async (show) => {
        const { page, number } = await task(show);
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
      begin: async (show) => {
        const Name = nextName();
        await as('nina.north').inserted('Customer', customer({ Name }));
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
    'a role’s matrix': {
      user: 'ada.admin',
      path: '/records/batch',
      begin: async (show) => {
        const page = await show(`/access/roles/${await role()}`);
        await page.getByRole('combobox', { name: 'Note, Read', exact: true }).selectOption('Own');
        return saves(page);
      },
      change: 'Create RoleAccess',
    },
    'a clone': {
      user: 'ada.admin',
      path: '/access/clone-role',
      begin: async (show) => {
        const source = await role();
        const { Name } = await as('ada.admin').row('Role', source);
        await as('ada.admin').inserted('RoleAccess', { RoleId: source, EntityName: 'Note', Read: 'All' });
        const page = await show(`/access/roles/${await role()}`);
        await page.getByRole('button', { name: 'Clone from another role' }).click();
        const dialog = page.getByRole('dialog');
        await choose(dialog.getByRole('combobox', { name: 'Clone from' }), Name);
        await dialog.getByText('Read All').waitFor();
        return {
          button: dialog.getByRole('button', { name: 'Clone from another role' }),
          done: page.locator('body:not(:has([role=dialog]))'),
        };
      },
      change: 'Create RoleAccess',
    },
    'roles and teams of a user': {
      user: 'ada.admin',
      path: '/records/batch',
      begin: async (show) => {
        const Name = nextName().replace(' ', '');
        await as('ada.admin').inserted('Role', { Name });
        const page = await show(`/access/users/${USER.omar}`);
        await choose(page.getByRole('combobox', { name: 'Add a role' }), Name);
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        return saves(page);
      },
      change: 'Create UserRole',
    },
    'a notice': {
      user: 'nina.north',
      path: '/records/update',
      begin: async (show) => {
        const Message = nextName();
        const schema = await studio.app.schema();
        await studio.app.query(
          `INSERT INTO "${schema}"."Notification" ("Message", "OwnerId", "CreatedBy", "UpdatedBy") VALUES ($1, $2, $2, $2)`,
          [Message, USER.nina],
        );
        const page = await show('/notices');
        return {
          button: page.getByRole('button', { name: `Mark as read: ${Message}` }),
          done: page.getByRole('list', { name: 'Read', exact: true }).getByText(Message),
        };
      },
      change: 'Update Notification',
    },
  };

  /** Begins a write and puts a fault before its first request. @returns how often it was carried out when it is done */
  async function under(
    write: Write,
    fault: (route: Route) => Promise<void>,
    press: (page: Page, button: Locator) => Promise<void>,
  ) {
    const { button, done } = await write.begin((path) => open(write.user, path));
    const page = button.page();
    const since = await studio.app.mark();
    const pattern = `**/api/v1${write.path}*`;
    let isLeft = true;
    await page.route(pattern, (route) => {
      if (!isLeft || route.request().postData()?.includes('"DryRun":true') === true) return route.fallback();
      isLeft = false;
      return fault(route);
    });
    await press(page, button);
    await done.first().waitFor();
    await page.unroute(pattern);
    return (await studio.app.changes(since)).filter((change) => change === write.change).length;
  }

  describe.each(Object.keys(PASSING))('that %s', (fault) => {
    it.each(Object.keys(WRITES))('is done once: %s', async (name) => {
      const write = WRITES[name];
      const times = await under(write, PASSING[fault], (_, button) => button.click());
      expect(times).toBe(write.count ?? 1);
    });
  });

  describe.each(Object.keys(SHOWN))('that is refused (%s)', (fault) => {
    it.each(Object.keys(WRITES))(
      'says so, keeps the focus, and is done once when it is sent again: %s',
      async (name) => {
        const write = WRITES[name];
        const { title, act } = SHOWN[fault];
        // A save of a record merges what others have changed; a record that is gone has another screen.
        const isMerged = fault === '412' && name === 'an update';
        const isGone = fault.startsWith('carried out') && name === 'a delete';
        const times = await under(write, act, async (page, button) => {
          await button.focus();
          await page.keyboard.press('Enter');
          if (isMerged || isGone) return;
          await page.getByRole('alert').getByText(title).first().waitFor();
          await picture(page, `refused-${fault}-${name}`.replaceAll(/[^\w-]+/g, '-'));
          await button.and(page.locator(':focus')).waitFor();
          await page.keyboard.press('Enter');
        });
        expect(times).toBe(write.count ?? 1);
      },
    );
  });

  it('is done once where the page is loaded again before its answer arrives', async () => {
    const page = await studio.as('nina.north', '/records/Note/new');
    const subject = nextName();
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
    let stored = (): void => undefined;
    const isStored = new Promise<void>((resolve) => (stored = resolve));
    await page.route(
      '**/api/v1/records/insert',
      async (route) => {
        await route.fetch();
        stored();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await isStored;
    await page.reload();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: subject }).waitFor();
    const { body } = await as('nina.north').select('Note', { WhereClause: where('Subject', 'EqualTo', subject) });
    expect(body.Result).toHaveLength(1);
    expect(
      await page.evaluate('Object.keys(sessionStorage).filter((name) => name.startsWith("studio.write"))'),
    ).toEqual([]);
  });
});
