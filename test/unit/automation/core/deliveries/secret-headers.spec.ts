import { JsonNumber } from '#core/json/json.js';
import type { FindToken } from '#core/tokens/template.js';
import { headersOf } from '#automation/core/deliveries/secret-headers.js';

const find: FindToken = ({ text }) =>
  ({ Number: new JsonNumber('1.50'), Evil: '{{Secret.Key}}', 'Secret.Key': 'never asked for' })[text];
const findSecret = (name: string): string | undefined =>
  name === 'Key' || name === 'a.b' ? 'hush {{Number}}' : undefined;

it('puts tokens and secrets into headers, and searches no value for tokens again', () => {
  const headers = { A: 'Bearer {{ Secret.Key }}', B: '{{Number}}/{{Gone}}', C: '{{Evil}}', D: '{{secret.a.b}}' };
  expect(headersOf(headers, find, findSecret)).toEqual({
    A: 'Bearer hush {{Number}}',
    B: '1.50/',
    C: '{{Secret.Key}}',
    D: 'hush {{Number}}',
  });
});

it('names a secret that there is not', () => {
  expect(() => headersOf({ A: '{{Secret.key}}' }, find, findSecret)).toThrow(`no secret 'key'`);
  expect(headersOf({ A: '{{Secret}}' }, find, findSecret)).toEqual({ A: '' });
});
