import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { filesIn } from '../../architecture/project-files.js';
import { cases, SEED } from '../../support/seed.js';
import { StatementWatch } from '../../support/statement-watch.js';
import { assignments, type Caller, TestApp } from '../../support/test-app.js';
import { ProbeModule } from '../hooks/probe.js';
import { type Document, sentBodies } from '../hostile/sent-bodies.js';
import { clock } from './cached-clock.js';
import { estimates, keyedWrites, lostReplies, notification, rareWrites, shownRecords } from './cached-requests.js';
import { StepRigModule } from '../actions/step-rig.js';
import { clauses } from './cached-clauses.js';
import { approvals, moves, moveWithLostReply } from './cached-moves.js';
import { groupQueryOf, printGroups } from './group-model.js';
import { includesOf, printIncludes } from './include-model.js';
import { automations, RunRigModule } from './cached-runs.js';
import { startRandomEnvironment, type RunningEnvironment } from './random-environment.js';
import { bodyText, chooser } from './print-clause.js';
import { printQuery, queryOf } from './select-model.js';

const TIMEOUT_MS = 300_000 * cases(1);
const USERS = ['ada.admin', 'nina.north', 'mona.manager', 'fia.clerk', 'wim.ware', 'otto.audit', 'erp.bot'];
/** Rows that clash with each other. */
const COINS = {
  EntityName: 'Coin',
  Fields: ['Label'],
  Values: [['a'], ['b'], ['a']],
  Options: { OnError: 'SkipRow' },
};
const CACHED = /statements\.get\(/;
/** Files some of whose statements a failure or much data needs; texts and keys of these depend on nothing that is asked. */
const RARE = ['src/modules/schedules/due-attempts.service.ts', 'src/modules/workflows/expire-runs.service.ts'];

/** Every place in the sources that asks for a cached statement, as `src/…/x.repository.ts:39`. */
const callSites = (): readonly string[] =>
  filesIn('src').flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, i) => (CACHED.test(line) ? [`${path}:${i + 1}`] : [])),
  );

describe('equal keys of cached statements imply equal texts', () => {
  let watch: StatementWatch;
  beforeAll(() => void (watch = StatementWatch.start()));
  afterAll(() => watch.stop());

  describe('in requests of several roles', () => {
    let app: TestApp;
    beforeAll(
      async () => void (app = await TestApp.start({ ROLES: 'api,worker' }, [ProbeModule, StepRigModule])),
      TIMEOUT_MS,
    );
    afterAll(() => app.stop());

    it(
      'of workflows, triggers and schedules',
      async () => {
        const worker = await TestApp.start({ ROLES: 'api,worker' }, [RunRigModule]);
        await automations(worker, USERS);
        await worker.stop();
        expect(watch.violations).toEqual([]);
      },
      TIMEOUT_MS,
    );

    it(
      'of every documented form',
      async () => {
        const document = JSON.parse(readFileSync('test/architecture/openapi.snapshot.json', 'utf8')) as Document;
        await keyedWrites(app, USERS);
        await shownRecords(app, USERS);
        await estimates(app, USERS);
        await notification(app);
        const [writer] = await lostReplies(app, ['nina.north', 'mona.manager', 'erp.bot']);
        expect(writer).toBe(200);
        await approvals(app, USERS);
        await moves(app, USERS);
        await clock(app);
        expect(await moveWithLostReply(app)).toBe(200);
        await rareWrites(app);
        await clauses(USERS);
        for (const { method, path, body } of sentBodies(document))
          for (const user of USERS) await app.as(user).send(method, path, body);
        expect(watch.violations).toEqual([]);
      },
      TIMEOUT_MS,
    );
  });

  describe('in random queries and writes of a random organisation', () => {
    let env: RunningEnvironment;
    beforeAll(async () => void (env = await startRandomEnvironment(SEED)), TIMEOUT_MS);
    afterAll(() => env.app.stop());

    /** Sends a request as every user, so that scopes alone differ; any answer is fine once its statement is planned. */
    const property = <Asked>(asked: fc.Arbitrary<Asked>, send: (as: Caller, asked: Asked) => Promise<unknown>) =>
      fc.asyncProperty(asked, async (each) => {
        for (const user of env.organisation.Users) await send(env.as(user), each);
        expect(watch.violations).toEqual([]);
      });
    const runs = { seed: SEED, numRuns: cases(60) };

    it(
      'that select, include and group',
      async () => {
        const select = (as: Caller, body: string) => as.send('POST', '/queries/select', body);
        const writing = fc.nat();
        await fc.assert(
          property(fc.tuple(queryOf(env.ids), fc.boolean(), writing), (as, [query, nullSafe, seed]) =>
            select(as, printQuery(query, nullSafe, chooser(seed), {})),
          ),
          runs,
        );
        await fc.assert(
          property(fc.tuple(groupQueryOf(env.ids), fc.boolean(), writing), (as, [query, nullSafe, seed]) =>
            select(as, printGroups(query, nullSafe, chooser(seed), {})),
          ),
          runs,
        );
        await fc.assert(
          property(fc.tuple(includesOf('Sample', env.ids), writing), (as, [includes, seed]) =>
            select(as, bodyText({ EntityName: 'Sample', Includes: printIncludes(includes, chooser(seed)) })),
          ),
          runs,
        );
      },
      TIMEOUT_MS,
    );

    it(
      'that insert, update and delete',
      async () => {
        const fields = fc.subarray(Object.entries({ Label: 'x', Count: 1, Size: 'Small', BinId: null, OwnerId: null }));
        const operation = fc.constantFrom<readonly [string, string]>(['PUT', 'update'], ['DELETE', 'delete']);
        const asked = fc.tuple(operation, queryOf(env.ids), fields, fc.option(fc.constant(1), { nil: undefined }));
        await fc.assert(
          property(asked, async (as, [[method, name], query, chosen, ExpectedVersion]) => {
            const { WhereClause } = JSON.parse(printQuery(query, false, chooser(0), {})) as { WhereClause: unknown };
            const Options = { DryRun: true, ExpectedVersion };
            const body = { EntityName: query.entity, Fields: assignments(Object.fromEntries(chosen)), Options };
            await as.send(method, `/records/${name}`, { ...body, WhereClause });
            await as.send('POST', '/records/insert', body);
            await as.send('POST', '/records/bulk-insert', COINS);
          }),
          runs,
        );
      },
      TIMEOUT_MS,
    );
  });

  it('at every place of the sources that asks for a cached statement', () => {
    const isRare = (site: string): boolean => RARE.some((path) => site.startsWith(path));
    expect(callSites().filter((site) => !watch.keysBySite.has(site) && !isRare(site))).toEqual([]);
  });
});
