import * as fc from 'fast-check';
import { isArray, isObject, JsonNumber, type JsonValue } from '../../../src/core/json/json.js';
import { readJson } from '../../../src/core/json/read-json.js';
import { cases, SEED } from '../../support/seed.js';
import type { Answer } from '../../support/test-app.js';
import type { Call } from './filter-model.js';
import { cellsOf, groupQueryOf, groupsOf, printGroups, type GroupQuery } from './group-model.js';
import { openLab, type OpenLab } from './lab.js';
import { scopeOf, type User } from './organisation.js';
import { chooser } from './print-clause.js';
import { entitiesOf } from './select-model.js';
import { shownText, type Plain } from './value-model.js';

/** One query as it is asked: by whom and in which writing. */
interface Asked {
  readonly query: GroupQuery;
  readonly user: User;
  readonly nullSafe: boolean;
  readonly writing: number;
}

const PAGE_SIZE = 5;

describe('groups against a model of contract §5', () => {
  let lab: OpenLab;
  beforeAll(async () => void (lab = await openLab(SEED)));
  afterAll(() => lab.app.stop());

  const asked = (): fc.Arbitrary<Asked> =>
    fc.record({
      query: groupQueryOf(lab.ids),
      user: fc.constantFrom(...lab.organisation.Users),
      nullSafe: fc.boolean(),
      writing: fc.nat(),
    });

  const ask = ({ query, user, nullSafe, writing }: Asked, more: object = {}): Promise<Answer> =>
    lab.as(user).send('POST', '/queries/select', printGroups(query, nullSafe, chooser(writing), more));

  /** The model's answer; `undefined` where the query reads an entity of scope None, which is refused. */
  function expected({ query, user, nullSafe }: Asked): readonly (readonly string[])[] | undefined {
    const call: Call = { lab, user, nullSafe, at: new Date(), found: new Map() };
    const isReadable = (entity: string): boolean => scopeOf(lab.organisation, user, entity, 'Read') !== 'None';
    return entitiesOf(query).every(isReadable) ? groupsOf(call, query) : undefined;
  }

  it(
    'are made of the matching rows that the caller reads, with exact figures, whole or in pages (R132, R135, T13, T21)',
    async () => {
      await fc.assert(
        fc.asyncProperty(asked(), async (question) => {
          const groups = expected(question);
          const whole = await ask(question);
          if (!groups) return expect([whole.status, whole.body.ErrorDetails[0].Code]).toEqual([403, 'ScopeNone']);
          expect([whole.status, whole.body.Errors]).toEqual([200, []]);
          const shown = cellTexts(question.query, whole);
          expect(shown.map(String).toSorted()).toEqual(groups.map(String).toSorted());
          expect(whole.body.TotalRecords).toBe(groups.length);
          expect(await byCursor(question, groups.length)).toEqual(shown);
        }),
        { seed: SEED, numRuns: cases(250), interruptAfterTimeLimit: 60_000 * cases(1) },
      );
    },
    90_000 * cases(1),
  );

  async function byCursor(question: Asked, total: number): Promise<readonly (readonly string[])[]> {
    const shown: (readonly string[])[] = [];
    let Cursor: string | null = null;
    do {
      const page: Answer = await ask(question, { Pager: { PageSize: PAGE_SIZE, Cursor } });
      expect([page.status, page.body.Errors, page.body.TotalRecords]).toEqual([200, [], total]);
      shown.push(...cellTexts(question.query, page));
      Cursor = page.body.NextCursor;
    } while (Cursor !== null);
    return shown;
  }
});

/** The cells of an answer's rows, with every digit. */
function cellTexts(query: GroupQuery, { text }: Answer): readonly (readonly string[])[] {
  const body = readJson(text);
  if (!isObject(body) || !isArray(body.Result)) throw new Error(text);
  return body.Result.map((row) =>
    cellsOf(query).map(([name, kind]) => shownText(kind, plain(isObject(row) ? row[name] : undefined))),
  );
}

function plain(json: JsonValue | undefined): Plain {
  if (json === undefined) throw new Error('A cell is missing.');
  return json instanceof JsonNumber ? json.text : json;
}
