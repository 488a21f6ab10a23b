import * as fc from 'fast-check';
import { isArray, isObject, JsonNumber, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { cases, SEED } from '../../support/seed.js';
import type { Answer } from '../../support/test-app.js';
import type { Call } from './filter-model.js';
import { cellsOf, groupQueryOf, groupsOf, printGroups, type GroupQuery } from './group-model.js';
import { startRandomEnvironment, type RunningEnvironment } from './random-environment.js';
import { scopeOf, type User } from './organisation.js';
import { chooser } from './print-clause.js';
import { entitiesOf } from './select-model.js';
import { shownText, type Plain } from './value-model.js';

/** Generous, since every case must run on a busy machine too. */
const TIMEOUT_MS = 300_000 * cases(1);

/** A random query with its caller and spelling. */
interface Asked {
  readonly query: GroupQuery;
  readonly user: User;
  readonly nullSafe: boolean;
  readonly writing: number;
}

const PAGE_SIZE = 5;

// See docs/interface/queries.md#groups-and-aggregates
describe('groups against a model', () => {
  let env: RunningEnvironment;
  beforeAll(async () => void (env = await startRandomEnvironment(SEED)), TIMEOUT_MS);
  afterAll(() => env.app.stop());

  const asked = (): fc.Arbitrary<Asked> =>
    fc.record({
      query: groupQueryOf(env.ids),
      user: fc.constantFrom(...env.organisation.Users),
      nullSafe: fc.boolean(),
      writing: fc.nat(),
    });

  const ask = ({ query, user, nullSafe, writing }: Asked, more: object = {}): Promise<Answer> =>
    env.as(user).send('POST', '/queries/select', printGroups(query, nullSafe, chooser(writing), more));

  /** The model's answer; `undefined` where the query reads an entity of scope None, which is refused. */
  function expected({ query, user, nullSafe }: Asked): readonly (readonly string[])[] | undefined {
    const call: Call = { env, user, nullSafe, at: new Date(), found: new Map() };
    const isReadable = (entity: string): boolean => scopeOf(env.organisation, user, entity, 'Read') !== 'None';
    return entitiesOf(query).every(isReadable) ? groupsOf(call, query) : undefined;
  }

  // Requirement: R132, R135, T13, T21
  it(
    'contain exactly the readable matching rows, with exact aggregates, whole or in pages',
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
        { seed: SEED, numRuns: cases(250) },
      );
    },
    TIMEOUT_MS,
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
