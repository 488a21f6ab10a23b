import { type Caller, type TestApp } from '../../../support/test-app.js';
import { execute, faultOf, print, startPrinting } from './printing-rig.js';
import { BEHAVIOUR } from './printing.js';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startPrinting();
  ada = app.as('ada.admin');
});
afterAll(() => app.stop());

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const throwing = (error: unknown) => () => {
  throw error;
};
const unreadable = new Proxy(
  {},
  {
    getPrototypeOf: () => {
      throw new Error('out of reach');
    },
  },
);

// Whatever an action does, its step has an output or a fault.
it.each<[string, () => unknown, string]>([
  ['an error', throwing(new Error('No paper.')), 'PrintLabel failed: No paper.'],
  ['a rejection', () => Promise.reject(new TypeError('x is undefined')), 'PrintLabel failed: x is undefined'],
  ['a thrown text', throwing('jam'), 'PrintLabel failed: it threw jam'],
  ['a thrown nothing', throwing(undefined), 'PrintLabel failed: it threw undefined'],
  ['a thrown object without a text', throwing(Object.create(null)), 'PrintLabel failed: it threw what has no text.'],
  ['a function', () => () => 1, 'PrintLabel has answered no JSON. Output is a function, which is no JSON.'],
  ['a BigInt', () => ({ Label: 1n }), 'PrintLabel has answered no JSON. Output.Label is a bigint, which is no JSON.'],
  [
    'no number',
    () => ({ Label: 'x', Pages: NaN }),
    'PrintLabel has answered no JSON. Output.Pages is NaN, which is no JSON.',
  ],
  [
    'a Map',
    () => new Map(),
    'PrintLabel has answered no JSON. Output is an object of a class, which is no JSON: give a plain object.',
  ],
  [
    'an object that holds itself',
    () => cyclic,
    'PrintLabel has answered no JSON. Output is nested more than 100 levels deep.',
  ],
  ['an object that cannot be read', () => unreadable, 'PrintLabel has answered no JSON. out of reach'],
  [
    'text that cannot be stored',
    () => ({ Label: 'a\0b' }),
    'PrintLabel has answered no JSON. Output.Label has characters that cannot be stored: U+0000 or broken Unicode.',
  ],
  [
    '6 MB',
    () => ({ Label: 'x'.repeat(6 * 1024 * 1024) }),
    'PrintLabel has answered no JSON. Output is larger than 5242880 characters.',
  ],
  [
    'an endless list',
    () => Object.assign([], { length: 2 ** 31 }),
    'PrintLabel has answered no JSON. Output[0] is undefined, which is no JSON.',
  ],
  [
    'nothing',
    () => undefined,
    'PrintLabel has answered what its schema does not allow. Output: It must be of the type object.',
  ],
  [
    'another output',
    () => ({ Label: 5 }),
    'PrintLabel has answered what its schema does not allow. Output.Label: It must be of the type string.',
  ],
  ['no end', () => new Promise(() => {}), 'PrintLabel did not end within 2000 ms.'],
])('fails a step for %s', async (_, run, message) => {
  BEHAVIOUR.run = run;
  const answer = await execute(ada, [print()]);
  expect([answer.status, faultOf(answer)]).toEqual([400, message]);
  BEHAVIOUR.run = () => ({ Label: 'again' });
  const passed = await execute(ada, [print({ OnError: 'Continue' }), { Name: 'Said', Type: 'Echo', Input: 'on' }]);
  expect(passed.body.Result).toMatchObject({ State: 'Completed', Output: 'on' });
});
