import { CUSTOMER } from '../../../support/demo.js';
import { clause, FilteredClient } from '../../../support/filtered-client.js';
import { byId, type Caller, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** Calls of a user that run side by side, and how often the clause of their role changes meanwhile. */
const [CALLERS, CHANGES, CALLS_BETWEEN] = [4, 6, 6];

let app: TestApp;
let ada: Caller;
let nina: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  [ada, nina] = [app.as('ada.admin'), app.as('nina.north')];
});
afterAll(() => app?.stop());

/** From the start of a request to its answer. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

async function timed<Result>(work: Promise<Result>, fromMs = performance.now()): Promise<Span & { result: Result }> {
  const result = await work;
  return { fromMs, toMs: performance.now(), result };
}

/** Opens or closes a customer for its owner by a clause of the owner's role. */
async function setOpen(isOpen: boolean): Promise<void> {
  const covered = where('Segment', isOpen ? 'IsNotNULL' : 'IsNULL');
  const access = {
    Filters: [
      { FieldName: 'RoleId.Name', Operator: 'EqualTo', Value: 'SalesRep' },
      { FieldName: 'EntityName', Operator: 'EqualTo', Value: 'Customer' },
    ],
  };
  const { status, text } = await ada.update('RoleAccess', { ReadWhere: covered, UpdateWhere: covered }, access);
  if (status !== 200) throw new Error(text);
}

const record = byId(CUSTOMER.bistro);
const changed = (Phone: string): Promise<number> =>
  nina.update('Customer', { Phone }, record).then(({ status }) => status);
const seen = (): Promise<number> =>
  nina
    .select('Customer', { WhereClause: record })
    .then(({ status, body }) => (status === 200 ? body.Result.length : -1));

it('that change under requests count from the answer of the change on', async () => {
  const phases: (Span & { readonly isOpen: boolean })[] = [];
  const writes: (Span & { result: number })[] = [];
  const reads: (Span & { result: number })[] = [];
  await setOpen(true);
  const client = await FilteredClient.connect(app, 'nina.north');
  await client.register('Customer');
  await client.register('Customer', { WhereClause: clause('Segment', 'IsNotNULL') });
  const hidden = new Set<unknown>();
  const end = new AbortController();
  const call = async (n: number): Promise<void> => {
    while (!end.signal.aborted)
      if (n % 2 === 0) writes.push(await timed(changed(`+49 30 ${n}${writes.length}`)));
      else reads.push(await timed(seen()));
  };
  const calls = Array.from({ length: CALLERS }, (_, n) => call(n));
  for (let n = 0; n < CHANGES; n++) {
    const isOpen = n % 2 === 1;
    phases.push({ ...(await timed(setOpen(isOpen))), isOpen });
    const before = [writes.length, reads.length];
    if (!isOpen) {
      const { body } = await ada.update('Customer', { Name: `Hidden ${n}` }, record);
      hidden.add(body.Result[0].RowVersion);
    }
    await until('calls are answered', () => [writes, reads].every((of, i) => of.length > before[i] + CALLS_BETWEEN));
  }
  end.abort();
  await Promise.all(calls);
  /** Value of the clause during a request; undefined where it changes meanwhile. */
  const during = ({ fromMs, toMs }: Span): boolean | undefined => {
    const last = phases.findLastIndex((phase) => phase.fromMs < toMs);
    return last >= 0 && phases[last].toMs < fromMs ? phases[last].isOpen : undefined;
  };
  const outcomes = (of: readonly (Span & { result: number })[], isOpen: boolean): readonly number[] => [
    ...new Set(of.filter((each) => during(each) === isOpen).map(({ result }) => result)),
  ];
  expect([outcomes(writes, true), outcomes(writes, false)]).toEqual([[200], [403]]);
  expect([outcomes(reads, true), outcomes(reads, false)]).toEqual([[1], [0]]);
  const heard = await client.rest();
  expect(heard.length).toBeGreaterThan(CHANGES);
  expect(heard.filter(({ RowVersion }) => hidden.has(RowVersion))).toEqual([]);
  await client.stop();
});
