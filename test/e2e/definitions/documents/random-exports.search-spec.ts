import { cases, SEED } from '../../../support/seed.js';
import { type Answer, type Caller, DEVELOPMENT, type Place, type Row, TestApp } from '../../../support/test-app.js';
import { KINDS, RandomDefinitions } from './random-definitions.js';

const TAKEN: Place = { ...DEVELOPMENT, EnvironmentId: 'Production' };
const OTHER: Place = { TenantId: 'Northgate', AppId: 'PeopleDesk', EnvironmentId: 'Development' };

const ENTITIES = 3;

// See docs/moving-environments.md
describe('the export of random definitions of all kinds', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start({ LOG_LEVEL: 'error' });
    ada = app.as('ada.admin', TAKEN);
  });
  afterAll(() => app.stop());

  const exported = async (caller = ada): Promise<Row> => (await caller.get('/environment/export')).body.Result;
  const call = (action: string, document: Row, caller = ada): Promise<Answer> =>
    caller.send('POST', `/environment/${action}`, { ...document, Prune: true });

  /** Plans an export where it was taken. @throws with what was done since the last time, if it would change anything */
  async function requireNoChange(caller: Caller, done: unknown[]): Promise<void> {
    const { status, body } = await call('plan', await exported(caller), caller);
    const report = { seed: SEED, done: done.splice(0), errors: body.Errors, changes: body.Result?.Changes };
    if (status !== 200 || report.changes.length > 0) throw new Error(JSON.stringify(report, null, 1));
  }

  it(
    'changes nothing where it was taken, and is applied elsewhere once',
    async () => {
      const random = new RandomDefinitions(ada, SEED);
      for (let i = 0; i < ENTITIES; i++) await random.entity();
      for (let round = 0; round < cases(2); round++) {
        for (const [i, kind] of KINDS.entries()) {
          await random.make(kind);
          if (i % 2 === round % 2) await random.change(kind);
          if (i % 6 === 5) await requireNoChange(ada, random.done);
        }
        await requireNoChange(ada, random.done);
      }
      const [document, other] = [await exported(), app.as('ada.admin', OTHER)];
      expect((await call('apply', document, other)).body.Errors).toEqual([]);
      expect((await call('apply', document, other)).body.Result.Changes).toEqual([]);
      expect(await exported(other)).toEqual(document);
      await requireNoChange(other, []);
    },
    300_000 * cases(1),
  );
});
