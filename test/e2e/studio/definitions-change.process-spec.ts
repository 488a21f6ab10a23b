import type { Page } from 'playwright-core';
import { USER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { byId, type Caller, type Row, where } from '../../support/test-app.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

const field = (FieldName: string, FieldType: string, more: Row = {}): Row => ({ FieldName, FieldType, ...more });

BROWSER.describe('a form of the studio whose definitions change meanwhile', () => {
  let studio: StudioBrowser;
  let ada: Caller;
  let page: Page;
  let entities = 0;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    ada = studio.app.as('ada.admin');
    page = await studio.as('ada.admin');
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** Begins a new record of an entity of its own. @returns the entity */
  async function begin(): Promise<{ readonly id: string; readonly name: string }> {
    const name = `Shelf${++entities}`;
    const id = await ada.inserted('Entity', {
      EntityName: name,
      DisplayField: 'Name',
      Field: [
        field('Name', 'Text', { Required: true }),
        field('Size', 'Text'),
        field('Place', 'Text'),
        field('Color', 'Enum', { Values: ['Red', 'Blue'] }),
      ],
    });
    await studio.go(page, `/records/${name}/new`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Entered');
    await page.getByRole('textbox', { name: 'Size' }).fill('42 cm');
    return { id, name };
  }

  const fieldId = async (entityId: string, name: string): Promise<string> => {
    const { body } = await ada.select('Field', { WhereClause: where('EntityId', 'EqualTo', entityId) });
    return body.Result.find(({ FieldName }: { FieldName: string }) => FieldName === name).Id;
  };

  const save = (): Promise<void> => page.getByRole('button', { name: 'Save' }).click();
  const stored = (): Promise<void> => page.getByRole('heading', { level: 1, name: 'Entered' }).waitFor();
  const row = async (name: string): Promise<Row> => (await ada.select(name)).body.Result[0];

  it('shows what was entered in a field that is deleted, and stores the rest without it', async () => {
    const { id, name } = await begin();
    await ada.delete('Field', byId(await fieldId(id, 'Size')));
    await save();
    const lost = page.getByRole('alert').filter({ hasText: 'fields that are gone' });
    await lost.getByText('Size: 42 cm').waitFor();
    await picture(page, 'field-deleted');
    await lost.getByRole('button', { name: 'Leave them out' }).click();
    await save();
    await stored();
    expect(await row(name)).toMatchObject({ Name: 'Entered' });
  });

  it('shows what was entered in a field that became read-only', async () => {
    const { id, name } = await begin();
    const { status } = await ada.update('Field', { ReadOnly: true }, byId(await fieldId(id, 'Size')));
    expect(status).toBe(200);
    await save();
    await page.getByRole('alert').getByText('Size: 42 cm').waitFor();
    await page.getByRole('button', { name: 'Leave them out' }).click();
    await save();
    await stored();
    expect(await row(name)).toMatchObject({ Size: null });
  });

  it('asks for a field that became mandatory', async () => {
    const { id, name } = await begin();
    await ada.update('Field', { Required: true }, byId(await fieldId(id, 'Place')));
    await save();
    await page.getByRole('textbox', { name: 'Place' }).and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByRole('alert').getByText('Place: Please fill this in.').waitFor();
    await page.getByRole('textbox', { name: 'Place' }).fill('Left');
    await save();
    await stored();
    expect(await row(name)).toMatchObject({ Place: 'Left', Size: '42 cm' });
  });

  it('keeps a value in sight that was removed from its field, until another one is chosen', async () => {
    const { id, name } = await begin();
    await page.getByRole('button', { name: /Color/ }).click();
    await page.getByRole('option', { name: 'Red' }).click();
    const { status } = await ada.update('Field', { Values: ['Blue'] }, byId(await fieldId(id, 'Color')));
    expect(status).toBe(200);
    await save();
    await page.getByRole('button', { name: /Red \(removed\).*Color/ }).waitFor();
    await picture(page, 'choice-removed');
    await page.getByRole('button', { name: /Color/ }).click();
    await page.getByRole('option', { name: 'Blue' }).click();
    await save();
    await stored();
    expect(await row(name)).toMatchObject({ Color: 'Blue' });
  });

  it('keeps the input of an entity that is deleted', async () => {
    const { id } = await begin();
    await ada.delete('Entity', byId(id));
    await save();
    await page
      .getByRole('alert')
      .getByText(/does not exist/)
      .first()
      .waitFor();
    await picture(page, 'entity-deleted');
    expect(await page.getByRole('textbox', { name: 'Size' }).inputValue()).toBe('42 cm');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('keeps the input of a user who is deactivated, and stores it when they are active again', async () => {
    const nils = await studio.as('nils.north', '/records/Note/new');
    await nils.getByRole('textbox', { name: 'Subject' }).fill('Written while active');
    const setActive = (IsActive: boolean) => ada.update('User', { IsActive }, byId(USER.nils));
    await setActive(false);
    await nils.getByRole('button', { name: 'Save' }).click();
    const dialog = nils.getByRole('dialog', { name: 'Your sign-in is not accepted any more' });
    await dialog.getByText('Your user may have been deactivated').waitFor();
    await dialog.getByRole('link', { name: 'To the list of environments' }).waitFor();
    await picture(nils, 'deactivated');
    expect(await nils.getByRole('textbox', { name: 'Subject', includeHidden: true }).inputValue()).toBe(
      'Written while active',
    );
    await setActive(true);
    await dialog.getByRole('button', { name: 'Nils North' }).click();
    await nils.getByRole('heading', { level: 1, name: 'Written while active' }).waitFor();
    const { body } = await ada.select('Note', { WhereClause: where('Subject', 'EqualTo', 'Written while active') });
    expect(body.Result).toHaveLength(1);
  });

  it('keeps the input for an environment that is gone, and says where to go', async () => {
    const nils = await studio.as('nils.north', '/records/Note/new');
    await nils.getByRole('textbox', { name: 'Subject' }).fill('Written before');
    await nils.route('**/api/v1/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), environmentid: 'Gone' } }),
    );
    await nils.getByRole('button', { name: 'Save' }).click();
    const alert = nils.getByRole('alert').filter({ hasText: 'You are not a member of this environment' }).first();
    await alert.getByRole('link', { name: 'To the list of environments' }).waitFor();
    await picture(nils, 'environment-gone');
    expect(await nils.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Written before');
  });
});
