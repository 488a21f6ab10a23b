import { canonicalTimeZone } from '../../../../src/core/schedules/time-zone.js';

// Requirement: R197
describe('A time zone', () => {
  it.each(['UTC', 'utc', 'GMT', 'Etc/UTC', 'Zulu'])('%s is UTC', (name) => expect(canonicalTimeZone(name)).toBe('UTC'));

  it.each(Intl.supportedValuesOf('timeZone'))('%s is known', (name) =>
    expect(canonicalTimeZone(name)).toEqual(expect.any(String)),
  );

  it.each(['EST5EDT', 'Japan', 'GB', 'Etc/GMT+5', 'America/Port-au-Prince', 'America/Argentina/ComodRivadavia'])(
    '%s is known by its older name',
    (name) => expect(canonicalTimeZone(name)).toEqual(expect.any(String)),
  );

  it('has one name for every spelling', () => {
    const names = ['Asia/Kathmandu', 'asia/kathmandu', 'ASIA/KATMANDU'].map(canonicalTimeZone);
    expect(new Set(names).size).toBe(1);
  });

  it.each([
    '',
    '+02:00',
    '-0530',
    'UTC+2',
    'CET',
    'cst',
    'IST',
    'EST',
    'Z',
    'SystemV/EST5',
    'posix/Europe/Berlin',
    'Europe/Berlin ',
    ' Europe/Berlin',
    'Europe/Atlantis',
    'Europe',
    'Factory',
    'localtime',
    'Etc/Unknown',
    '../etc/passwd',
    'constructor',
    'Europe/Berlin\u0000',
    `Europe/${'x'.repeat(1_000_000)}`,
  ])('%j is refused', (name) => expect(canonicalTimeZone(name)).toBeUndefined());
});
