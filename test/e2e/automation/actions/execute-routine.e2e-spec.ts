import { PRODUCT } from '../../../support/demo.js';
import { TestApp } from '../../../support/test-app.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { StepRig, StepRigModule } from './step-rig.js';

let app: TestApp;
let rig: StepRig;
beforeAll(async () => {
  app = await TestApp.start({}, [StepRigModule]);
  rig = StepRig.latest;
});
afterAll(() => app.stop());

const NINA = { user: 'nina.north' } as const;
const call = (
  ObjectName: string,
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  Type: 'ExecuteDatabaseObject',
  ObjectName,
  Parameters: Object.entries(parameters).map(([Name, Value]) => ({ Name, Value })),
});
const price = async (): Promise<number> =>
  ((await app.as('ada.admin').row('Product', PRODUCT.water)) as { readonly UnitPrice: number }).UnitPrice;

// Requirement: R191, R72
it('writes once per step, and a second try has the first output', async () => {
  const { Category } = (await app.as('ada.admin').row('Product', PRODUCT.water)) as { readonly Category: string };
  const before = await price();
  const step = { ...NINA, id: uuidV7() };
  const action = call('RepriceCategory', { Category, Percent: '10' });
  const first = await rig.perform(step, action);
  const after = await price();
  expect(after).toBeGreaterThan(before);
  expect(JSON.parse(first)).toEqual({ AffectedRows: expect.any(Number) });
  expect(await rig.perform(step, action)).toBe(first);
  expect(await price()).toBe(after);
  const sources = await app.query('SELECT DISTINCT source FROM platform.change WHERE correlation_id = $1', [step.id]);
  expect(sources).toEqual([{ source: 'DatabaseObject' }]);
});

// Requirement: R191
it('runs once although two nodes try at the same time', async () => {
  const { Category } = (await app.as('ada.admin').row('Product', PRODUCT.water)) as { readonly Category: string };
  const before = await price();
  const step = { ...NINA, id: uuidV7() };
  const action = call('RepriceCategory', { Category, Percent: '100' });
  const [one, two] = await Promise.all([rig.perform(step, action), rig.perform(step, action)]);
  expect(one).toBe(two);
  expect(await price()).toBeCloseTo(before * 2, 2);
});

// Requirement: R191
it('answers rows, and the value of a scalar function', async () => {
  expect(JSON.parse(await rig.perform(NINA, call('SleepTest', { Seconds: 0 })))).toEqual({ Value: true });
  const parameters = { CustomerId: uuidV7(), FromDate: '2020-01-01', ToDate: '2030-01-01' };
  expect(JSON.parse(await rig.perform(NINA, call('CustomerStatement', parameters)))).toEqual([]);
});

// Requirement: R191
it.each([
  ['an unknown object', call('Nope', {}), 'NotFound'],
  ['a missing parameter', call('SleepTest', {}), 'Validation'],
  ['a wrong type', call('SleepTest', { Seconds: `1); DROP TABLE x` }), 'Validation'],
  ['an error that the object raises', call('RepriceCategory', { Category: 'x', Percent: '101' }), 'Validation'],
])('refuses %s', async (_, action, code) => {
  await expect(rig.perform(NINA, action)).rejects.toMatchObject({ code });
});
