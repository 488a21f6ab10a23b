import { JsonNumber, JsonText, writeMembers } from '#core/json/json.js';

it('writes finished members as they are, others as JSON, and leaves undefined ones out', () => {
  const members = { 'a"b': new JsonText('{"x":1.0}'), n: new JsonNumber('1.50'), list: ['ä', null], none: undefined };
  expect(writeMembers(members)).toBe('{"a\\"b":{"x":1.0},"n":1.50,"list":["ä",null]}');
});
