import { repeatedly, type Answered, type Stage } from './stage.js';
import type { Scenario } from './scenario.js';

const NOTES = 1_000;
const CUSTOMER = 'ca1f151d-33b0-4b34-bdaf-4ced3e48255a';
const REGIONS = {
  'mona.manager': '92dfec16-2fb4-4e5b-af94-9fed99faf7ed',
  'bob.bay': '306303b5-39c9-4c88-b6e3-ccd53c9ba04f',
} as const;
const GREEDY = ['nina.north', 'nils.north', 'sara.south', 'fia.clerk', 'otto.audit'];

const filter = (FieldName: string, Value: unknown): object => ({ Filters: [{ FieldName, Operator: 3, Value }] });

/** A short query whose includes multiply: each note with its customer, with all notes of that, and so on. */
const MULTIPLYING = {
  EntityName: 'Note',
  WhereClause: filter('CustomerId', CUSTOMER),
  Includes: [
    {
      Name: 'CustomerId',
      Includes: [
        {
          Name: 'CustomerNotes',
          Includes: [
            { Name: 'CustomerId', Includes: [{ Name: 'CustomerNotes', WhereClause: filter('Subject', 'nothing') }] },
          ],
        },
      ],
    },
  ],
};

/** Reads a region of the user's tenant. */
export const selectById =
  (user: keyof typeof REGIONS) =>
  (stage: Stage): Promise<Answered> =>
    stage.send(user, 'POST', '/queries/select', { EntityName: 'Region', WhereClause: filter('Id', REGIONS[user]) });

const schemaOf = (stage: Stage): string => `"${stage.bed.facts.schema}"`;

/** One user's slow queries, twenty at once, each again when it is answered. */
export const slowSelects: Scenario = {
  name: '20 slow selects of one user',
  async prepare(stage) {
    const Values = Array.from({ length: NOTES }, (_, i) => [`Note ${i}`, CUSTOMER]);
    const body = { EntityName: 'Note', Fields: ['Subject', 'CustomerId'], Values };
    const { status } = await stage.send('nina.north', 'POST', '/records/bulk-insert', body);
    if (status !== 200) throw new Error(`The notes were not stored: ${status}`);
  },
  attack: async (stage) => repeatedly(20, () => stage.send('nina.north', 'POST', '/queries/select', MULTIPLYING)),
  victims: {
    'select in the tenant': { work: selectById('mona.manager'), bound: { times: 3, maxMs: 150 } },
    'select in another': { work: selectById('bob.bay'), bound: { times: 3, maxMs: 150 } },
  },
};

/** Statements of 10 s of five users of the victim's tenant, twenty at once. */
export const slowSelectsOfFive: Scenario = {
  name: '10 s selects of five users',
  async prepare(stage) {
    const schema = schemaOf(stage);
    await stage.database.query(`ALTER TABLE ${schema}."Note" RENAME TO "AllNotes"`);
    await stage.database.query(
      `CREATE VIEW ${schema}."Note" AS SELECT * FROM ${schema}."AllNotes" WHERE (SELECT pg_sleep(10)) IS NOT NULL`,
    );
  },
  async attack(stage) {
    const ends = GREEDY.map((user) =>
      repeatedly(4, () => stage.send(user, 'POST', '/queries/select', { EntityName: 'Note' })),
    );
    return async () => void (await Promise.all(ends.map((end) => end())));
  },
  victims: {
    'select in the tenant': { work: selectById('mona.manager'), bound: { maxMs: 1_000 } },
    'select in another': { work: selectById('bob.bay'), bound: { maxMs: 1_000 } },
  },
  async tidy(stage) {
    const schema = schemaOf(stage);
    await stage.database.query(`DROP VIEW ${schema}."Note"`);
    await stage.database.query(`ALTER TABLE ${schema}."AllNotes" RENAME TO "Note"`);
  },
};
