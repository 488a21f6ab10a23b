import { ANN, GUS, note } from '../../../support/run-fixture.js';
import type { ServiceProcess } from '../../../support/service-process.js';
import { type Answer, byId, type Row, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { FaultRig, TIMEOUT_MS } from './fault-rig.js';

const WAIT_MS = 60_000;
const insert = {
  Name: 'Insert',
  Type: 'InsertRecord',
  EntityName: 'Parcel',
  Fields: [{ FieldName: 'Name', Value: '{{Tag}}' }],
};
const WORKFLOWS = (url: string): readonly object[] => [
  {
    Name: 'Own',
    AllowedRoles: ['Clerk', 'Guest'],
    Tokens: [{ Name: 'Tag', Type: 'Text' }],
    Actions: [
      note('First', 'first {{Tag}}', { ToUser: 'root' }),
      { Name: 'Call', Type: 'HttpCall', Method: 'POST', Url: `${url}/{{Tag}}` },
      insert,
    ],
  },
];

let rig: FaultRig;
let node: ServiceProcess;
beforeAll(async () => {
  rig = await FaultRig.open(WORKFLOWS);
  node = await rig.node({ RUN_LEASE_MS: '60000' });
  // Its caches know the user.
  await rig.ended([await rig.start(0, { Tag: 'known' }, 'gus')]);
}, TIMEOUT_MS);
afterAll(() => rig?.close(), TIMEOUT_MS);

const root = () => rig.api.as('root');
const REMOVED = 'is removed from the environment, and is a member of another one';

/** Takes rights of a user away. @returns function that gives them back */
type Take = (userId: string) => Promise<() => Promise<unknown>>;
const TAKES: Readonly<Record<string, Take>> = {
  'is disabled': async (userId) => {
    const set = async (IsActive: boolean): Promise<void> =>
      expectDone(await root().update('User', { IsActive }, byId(userId)));
    await set(false);
    return () => set(true);
  },
  'has lost the role': async (UserId) => {
    const { body } = await root().select('UserRole', { WhereClause: where('UserId', 'EqualTo', UserId) });
    const [{ Id, RoleId }] = body.Result as readonly Row[];
    expectDone(await root().delete('UserRole', byId(Id)));
    return async () => expectDone(await root().insert('UserRole', { UserId, RoleId: (RoleId as Row).Id ?? RoleId }));
  },
  [REMOVED]: async (userId) => {
    expectDone(await root().delete('User', byId(userId)));
    return () => Promise.resolve();
  },
};
const expectDone = ({ status, text }: Answer): void => expect([status, text]).toEqual([200, text]);
const REASONS: Readonly<Record<string, Row>> = {
  'is disabled': { Status: 403, Faults: [{ Code: 'NotMember' }] },
  [REMOVED]: { Status: 403, Faults: [{ Code: 'NotMember' }] },
  'has lost the role': { Status: 403, Step: 'Insert', Faults: [{ Code: 'ScopeNone' }] },
};

const inserted = async (tag: string): Promise<number> =>
  (await root().select('Parcel', { WhereClause: where('Name', 'EqualTo', tag) })).body.Result.length;

// Requirement: R192, R189
it.each(Object.keys(TAKES))(
  'a run of a caller who %s between two steps fails and says why',
  async (what) => {
    const user = what === REMOVED ? 'ann' : 'gus';
    const Tag = `between${Object.keys(TAKES).indexOf(what)}`;
    let answer: (status: number) => void = () => undefined;
    rig.answers.set(`/${Tag}`, () => new Promise((resolve) => (answer = resolve)));
    const run = await rig.start(0, { Tag }, user);
    await until('the call is made', () => rig.calls.some(({ path }) => path === `/${Tag}`), WAIT_MS);
    node.signal('SIGSTOP');
    const giveBack = await TAKES[what](user === 'ann' ? ANN : GUS);
    answer(200);
    node.signal('SIGCONT');
    const [{ error }] = await rig.ended([run], 'Failed');
    expect(error).toMatchObject(REASONS[what]);
    expect(await inserted(Tag)).toBe(0);
    await giveBack();
  },
  TIMEOUT_MS,
);

// Requirement: R192, R189
it.each(Object.keys(TAKES))(
  'a run of a caller who %s before it begins fails and says why',
  async (what) => {
    const Tag = `before ${Object.keys(TAKES).indexOf(what)}`;
    node.signal('SIGSTOP');
    const run = await rig.start(0, { Tag }, 'gus');
    const giveBack = await TAKES[what](GUS);
    node.signal('SIGCONT');
    const [{ error }] = await rig.ended([run], 'Failed');
    expect(error).toMatchObject(REASONS[what]);
    expect(await inserted(Tag)).toBe(0);
    await giveBack();
  },
  TIMEOUT_MS,
);
