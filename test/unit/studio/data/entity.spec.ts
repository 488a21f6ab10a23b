import { lookedUp, words } from '#studio/data/entity.js';
import { parseExact } from '#studio/data/exact.js';

it.each([
  ['OrderDate', 'Order date'],
  ['TaxID', 'Tax ID'],
  ['constructor', 'constructor'],
  ['LineNumber2', 'Line number 2'],
  ['Ünïcode', 'Ünïcode'],
])('makes words of the name %s', (name, text) => {
  expect(words(name)).toBe(text);
});

it('reads a lookup with its text, or its id alone', () => {
  expect(lookedUp({ Id: 'a', Name: 'Alpenmarkt' })).toEqual({ id: 'a', text: 'Alpenmarkt' });
  expect(lookedUp({ Id: 'a', Name: null })).toEqual({ id: 'a', text: 'a' });
  expect(lookedUp('a')).toEqual({ id: 'a', text: 'a' });
  expect(lookedUp(parseExact('{"Id":"a","Total":5.00}'))).toEqual({ id: 'a', text: '5.00' });
  expect(lookedUp(null)).toBeUndefined();
});
