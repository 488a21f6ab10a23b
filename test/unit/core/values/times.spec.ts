import fc from 'fast-check';
import type { JsonValue } from '#core/json/json.js';
import { date } from '#core/fields/date.js';
import { dateTime } from '#core/fields/datetime.js';
import { HOSTILE, number, sampleField } from './sample-field.js';

const dateField = sampleField('Date');
const dateTimeField = sampleField('DateTime');
const noDate = { ok: false, expected: 'a date as yyyy-MM-dd' };
const noInstant = { ok: false, expected: 'a date and time such as 2026-01-31T10:00:00Z' };

// Requirement: R34, T63
describe('Date', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31T00:00:00', '2026-01-31'],
    ['2026-01-31T00:00:00.0000000Z', '2026-01-31'],
    ['2026-01-31T00:00:00+02:00', '2026-01-31'],
    ['2026-01-31 00:00', '2026-01-31'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
  ])('accepts %s', (raw, value) => expect(date.parse(raw, dateField)).toEqual({ ok: true, value }));

  it.each<JsonValue>([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '10000-01-01',
    '-0001-01-01',
    '2026-1-31',
    '31.01.2026',
    '2026-01-31T10:00:00',
    '2026-01-31T00:00:00.001',
    '2026-01-31T24:00:00',
    '2026-01-31 BC',
    'today',
    number('20260131'),
    true,
    ...HOSTILE,
  ])('refuses %j', (raw) => expect(date.parse(raw, dateField)).toMatchObject(noDate));

  // Requirement: T63
  it('accepts every day of the calendar and no other', () => {
    for (let year = 1; year <= 9999; year += 37) {
      for (let month = 1; month <= 12; month++) {
        for (const day of [1, 28, 29, 30, 31]) {
          const probe = new Date(0);
          probe.setUTCFullYear(year, month - 1, day);
          const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), day < 10 ? '01' : day].join('-');
          expect([text, date.parse(text, dateField).ok]).toEqual([text, probe.getUTCMonth() === month - 1]);
        }
      }
    }
  });

  // Requirement: R97
  it('applies Min and Max inclusively', () => {
    const field = sampleField('Date', { min: '2026-01-01T00:00:00', max: '2026-12-31' });
    const rules = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'].map((day) => date.check(day, field));
    expect(rules.map((broken) => broken.map(({ rule }) => rule))).toEqual([['Min'], [], [], ['Max']]);
  });
});

// Requirement: R34, T63
describe('DateTime', () => {
  it.each([
    ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z'],
    ['2026-01-31T10:00:00', '2026-01-31T10:00:00Z'],
    ['2026-01-31t10:00z', '2026-01-31T10:00:00Z'],
    ['2026-01-31 10:00:00', '2026-01-31T10:00:00Z'],
    ['2026-01-31', '2026-01-31T00:00:00Z'],
    ['2026-01-31T10:00:00.120Z', '2026-01-31T10:00:00.12Z'],
    ['2026-01-31T10:00:00.000001Z', '2026-01-31T10:00:00.000001Z'],
    ['2026-01-31T10:00:00.1234567Z', '2026-01-31T10:00:00.123456Z'],
    ['2026-01-31T23:59:59.9999999Z', '2026-01-31T23:59:59.999999Z'],
    ['2026-01-31T00:30:00+02:00', '2026-01-30T22:30:00Z'],
    ['2026-01-31T00:30:00-0530', '2026-01-31T06:00:00Z'],
    ['2026-01-31T00:30:00+14', '2026-01-30T10:30:00Z'],
    ['2026-01-31T00:30:00.5-00:00', '2026-01-31T00:30:00.5Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('accepts %s as %s', (raw, value) => expect(dateTime.parse(raw, dateTimeField)).toEqual({ ok: true, value }));

  it.each<JsonValue>([
    '2026-06-30T23:59:60Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T10:60:00Z',
    '2026-02-30T10:00:00Z',
    '2026-01-31T10:00:00+14:01',
    '2026-01-31T10:00:00+15',
    '2026-01-31T10:00:00+01:60',
    '2026-01-31T10:00:00.1234567890Z',
    '2026-01-31T10Z',
    '2026-01-31T10:00:00Z ',
    '2026-01-31Z',
    '0001-01-01T00:00:00+05:00',
    '9999-12-31T23:59:59-05:00',
    '0000-12-31T00:00:00Z',
    'now',
    'Sat, 31 Jan 2026 10:00:00 GMT',
    '/Date(1769853600000)/',
    number('1769853600000'),
    true,
    ...HOSTILE,
  ])('refuses %j', (raw) => expect(dateTime.parse(raw, dateTimeField)).toMatchObject(noInstant));

  it('is the same instant for any offset, and reads its own text', () => {
    const instants = fc.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, fc.integer({ min: -840, max: 840 }), (at, offset) => {
        const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const shown = `${offset < 0 ? '-' : '+'}${[hours, minutes].map((n) => String(n).padStart(2, '0')).join(':')}`;
        const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const result = dateTime.parse(local + shown, dateTimeField);
        expect(result).toMatchObject({ ok: true });
        const value = result.ok ? (result.value as string) : '';
        expect(new Date(value)).toEqual(at);
        expect(dateTime.parse(JSON.parse(dateTime.encode(value)), dateTimeField)).toEqual({ ok: true, value });
      }),
    );
  });

  // Requirement: R97
  it('compares to the microsecond with Min and Max in any form', () => {
    const field = sampleField('DateTime', { min: '2026-01-01T01:00:00+01:00', max: '2026-12-31T23:59:59.5' });
    const values = [
      '2025-12-31T23:59:59.999999Z',
      '2026-01-01T00:00:00Z',
      '2026-12-31T23:59:59Z',
      '2026-12-31T23:59:59.5Z',
      '2026-12-31T23:59:59.500001Z',
    ];
    expect(values.map((value) => dateTime.check(value, field).map(({ rule }) => rule))).toEqual([
      ['Min'],
      [],
      [],
      [],
      ['Max'],
    ]);
  });
});
