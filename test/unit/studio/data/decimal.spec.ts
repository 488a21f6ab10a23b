import { editableNumber, formatNumber, readNumber } from '#studio/data/decimal.js';

it.each([
  ['1.234,50', 'de', '1234.50'],
  ['1.234.567', 'de', '1234567'],
  ['7,9', 'de', '7.9'],
  ['7.9', 'de', '7.9'],
  ['1.234,50', 'de-AT', '1234.50'],
  ['1 234,50', 'de-AT', '1234.50'],
  ['1.234', 'fr', '1.234'],
  ['1,234.50', 'en', '1234.50'],
  ['.5', 'en', '.5'],
  ['−3', 'en', '-3'],
  ['1 234,5', 'fr', '1234.5'],
  ['123456789012345678.50', 'en', '123456789012345678.50'],
])('reads %s in %s as %s', (text, language, digits) => {
  expect(readNumber(text, language)).toBe(digits);
});

it.each(['twelve', '1,2,3x', '1.2.3', '--1', '12 EUR'])('leaves %s to the service, which refuses it', (text) => {
  expect(readNumber(text, 'en')).toBe(text);
});

it('shows all digits in groups', () => {
  expect(formatNumber('123456789012345678.50', 'en', 2)).toBe('123,456,789,012,345,678.50');
  expect(formatNumber('1150.00', 'de', 2)).toBe('1.150,00');
  expect(formatNumber('0.12345678901234567890', 'en')).toBe('0.12345678901234567890');
});

it.each(['de', 'en', 'fr'])('reads what it has written for editing in %s', (language) => {
  expect(readNumber(editableNumber('-1234567.0500', language), language)).toBe('-1234567.0500');
});
