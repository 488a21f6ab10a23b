import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { customer } from '../../support/demo.js';
import { FORMULAS, HOSTILE_TEXTS, MEMBERS } from '../../support/hostile-texts.js';
import { BROWSER } from '../../support/needed-programs.js';
import { byId, type Caller, type Row, where } from '../../support/test-app.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

const TAG = '<img src=x onerror=alert(1)>';
/** Statuses of an entity with hostile labels. */
const STATUS = { first: 'f0000000-0000-4000-8000-000000000001', last: 'f0000000-0000-4000-8000-000000000002' };

/** A label that is HTML, and tells which one it is. */
const label = (of: string): string => `${TAG} ${of} \u202E`;

const field = (FieldName: string, FieldType: string, more: Row = {}): Row => ({ FieldName, FieldType, ...more });

/** A text as a page shows it: without the white space that HTML joins. */
const shown = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

BROWSER.describe('hostile texts and definitions in the studio', () => {
  let studio: StudioBrowser;
  let ada: Caller;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    ada = studio.app.as('ada.admin');
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  async function open(user: string, path: string): Promise<Page> {
    const page = await studio.as(user, path);
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    return page;
  }

  it('shows every text of a record as a text: in the list, in lookups, in its form and its history', async () => {
    const nina = studio.app.as('nina.north');
    const subjects: string[] = [];
    for (const text of HOSTILE_TEXTS) {
      const { status } = await nina.insert('Note', { Subject: text, Body: text });
      if (status === 200) subjects.push(text);
    }
    expect(subjects.length).toBeGreaterThan(60);
    const page = await open('nina.north', '/records/Note?columns=%5B%22Subject%22%5D');
    for (const text of subjects.slice(0, 12)) {
      await page.getByLabel('Search', { exact: true }).fill(text);
      await page
        .getByRole('gridcell')
        .filter({ hasText: shown(text) })
        .first()
        .waitFor();
    }
    const [{ Id }] = (await nina.select('Note', { WhereClause: where('Subject', 'EqualTo', TAG.replace('1', '2')) }))
      .body.Result;
    const record = await open('nina.north', `/records/Note/${Id}?tab=history`);
    await record.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(2)>' }).waitFor();
    await record.getByText('Values').click();
    await record.getByRole('cell', { name: '<img src=x onerror=alert(2)>' }).first().waitFor();
    await picture(record, 'hostile-record');
  });

  it('refuses a character that cannot be stored, at its field', async () => {
    const page = await open('nina.north', '/records/Note/new');
    await page.getByRole('textbox', { name: 'Subject' }).fill('zero \u0000 byte');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/Subject/)
      .waitFor();
  });

  it('shows names that every object has as the names of records', async () => {
    for (const Name of MEMBERS) await studio.app.as('nina.north').inserted('Customer', customer({ Name }));
    const page = await open('nina.north', '/records/Order/new');
    for (const name of MEMBERS) {
      const box = page.getByRole('combobox', { name: 'Customer' });
      await box.fill(name);
      await page.getByRole('option', { name, exact: true }).click();
      expect(await box.inputValue()).toBe(name);
    }
  });

  it('exports no formulas', async () => {
    const page = await open('nina.north', '/records/Note?columns=%5B%22Subject%22%5D&sort=Subject');
    const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    for (let i = 1; i <= Math.min(count, 12); i++) {
      await page.getByRole('checkbox', { name: `Select row ${i}`, exact: true }).press('Space');
      await page.getByText(i === 1 ? '1 record selected' : `${i} records selected`).waitFor();
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n').length).toBeGreaterThan(10);
    expect(text).not.toMatch(/(?:^|,)"[=+@\t\r]/m);
    expect(FORMULAS.some((formula) => text.includes(`"'${formula.slice(0, 3)}`))).toBe(true);
  });

  it('shows labels of definitions, roles and notices as texts', async () => {
    const EntityId = await ada.inserted('Entity', {
      EntityName: 'Constructor',
      Label: label('entity'),
      PluralLabel: label('entities'),
      Description: label('description'),
      DisplayField: 'ToString',
      Field: [
        field('ToString', 'Text', { Required: true, Label: label('field'), Help: label('help') }),
        field('HasOwnProperty', 'Enum', {
          Values: MEMBERS.map((Value) => ({ Value, Labels: { en: { Text: `${TAG} ${Value}` } } })),
          Label: label('choice'),
        }),
        field('Link', 'Text', { Format: 'Url' }),
      ],
    });
    expect(EntityId).toBeDefined();
    await ada.inserted('Lifecycle', {
      Name: label('lifecycle'),
      EntityName: 'Constructor',
      Statuses: [
        {
          Id: STATUS.first,
          Name: '__proto__',
          Label: label('status'),
          Color: 'red;background:url(//evil.example)',
          IsInitial: true,
        },
        { Id: STATUS.last, Name: 'constructor', Color: '"><script>', IsFinal: true },
      ],
      Transitions: [{ Name: label('move'), FromStatusId: STATUS.first, ToStatusId: STATUS.last }],
    });
    const id = await ada.inserted('Constructor', { ToString: TAG, HasOwnProperty: '__proto__' });
    const role = await ada.inserted('Role', { Name: label('role'), Description: label('about') });
    for (const path of ['/records/Constructor', '/records/Constructor/new', `/records/Constructor/${id}`]) {
      const page = await open('ada.admin', path);
      await page.getByText('<img src=x onerror=alert(1)> field').first().waitFor();
      await picture(page, `hostile-${path.length}`);
      await page.context().close();
    }
    for (const path of [
      '',
      '/access/roles',
      `/access/roles/${role}`,
      '/access/explain?entity=Constructor&operation=Read',
    ]) {
      const page = await open('ada.admin', path);
      await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
      await page.context().close();
    }
  });

  it('shows a notice as a text', async () => {
    const nina = await open('nina.north', '/notices');
    const id = await studio.app.as('nina.north').inserted('Contact', {
      FirstName: TAG,
      LastName: '__proto__',
      CustomerId: (await studio.app.as('nina.north').select('Customer', { Pager: { PageSize: 1 } })).body.Result[0].Id,
    });
    await studio.app.as('nina.north').delete('Contact', byId(id));
    await nina.getByRole('list', { name: 'Unread' }).getByText(`Contact ${TAG} __proto__ removed.`).waitFor();
  });

  it('works with 200 fields, 30 kinds of children and no display field', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `Field${i + 1}`);
    const EntityId = await ada.inserted('Entity', {
      EntityName: 'Wide',
      Field: names.map((name) => field(name, 'Text')),
    });
    for (let i = 1; i <= 30; i++) {
      const Field = [field('WideId', 'Lookup', { TargetId: EntityId, Required: true }), field('Text', 'Text')];
      const ChildEntityId = await ada.inserted('Entity', { EntityName: `Part${i}`, Field });
      const child = { ChildEntityId, ChildField: 'WideId', OnDelete: 'Cascade' };
      await ada.inserted('Relation', { Name: `WidePart${i}`, ParentEntityId: EntityId, ...child });
    }
    const page = await open('ada.admin', '/records/Wide/new');
    await page.getByLabel('Field 200', { exact: true }).fill('the last one');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/Wide\/[\da-f-]{36}/);
    await page.getByRole('region', { name: /Part ?30/ }).waitFor();
    await picture(page, 'wide');
    const list = await open('ada.admin', '/records/Wide');
    await list.getByRole('row').nth(1).click();
    await list.waitForURL(/Wide\/[\da-f-]{36}/);
    expect(await list.getByLabel('Field 200', { exact: true }).inputValue()).toBe('the last one');
  });
});
