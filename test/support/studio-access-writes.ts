import { USER } from './demo.js';
import { choose, type StudioBrowser } from './studio-browser.js';
import { nextName, saves, type Write } from './studio-writes.js';

/** A role without access of its own. */
const role = (studio: StudioBrowser): Promise<string> =>
  studio.app.as('ada.admin').inserted('Role', { Name: nextName().replace(' ', '') });

/** Writes of roles, users and notices. */
export const OF_ACCESS: Readonly<Record<string, Write>> = {
  'a role’s matrix': {
    user: 'ada.admin',
    path: '/records/batch',
    begin: async (studio, show) => {
      const page = await show(`/access/roles/${await role(studio)}`);
      await page.getByRole('combobox', { name: 'Note, Read', exact: true }).selectOption('Own');
      return saves(page);
    },
    change: 'Create RoleAccess',
  },
  'a clone': {
    user: 'ada.admin',
    path: '/access/clone-role',
    begin: async (studio, show) => {
      const source = await role(studio);
      const { Name } = await studio.app.as('ada.admin').row('Role', source);
      await studio.app.as('ada.admin').inserted('RoleAccess', { RoleId: source, EntityName: 'Note', Read: 'All' });
      const page = await show(`/access/roles/${await role(studio)}`);
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
    begin: async (studio, show) => {
      const Name = nextName().replace(' ', '');
      await studio.app.as('ada.admin').inserted('Role', { Name });
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
    begin: async (studio, show) => {
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
