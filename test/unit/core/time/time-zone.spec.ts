import { canonicalTimeZone, sqlTimeZone, timeZoneProblem } from '#core/time/time-zone.js';

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

  it.each([
    ['CET', 'Europe/Brussels'],
    ['met', 'Europe/Brussels'],
    ['EET', 'Europe/Athens'],
    ['WET', 'Europe/Lisbon'],
    ['est', 'America/Panama'],
    ['MST', 'America/Phoenix'],
    ['HST', 'Pacific/Honolulu'],
  ])('%s is the zone of this name, not an offset', (name, zone) => {
    expect(canonicalTimeZone(name)).toBe(canonicalTimeZone(zone));
    expect(sqlTimeZone(name)).toBe(zone);
  });

  it.each(['PRC', 'ROC', 'ROK', 'UCT', 'W-SU', 'Eire', 'Zulu', 'GMT0'])('%s is known', (name) => {
    expect(canonicalTimeZone(name)).toEqual(expect.any(String));
    expect(sqlTimeZone(name)).toBe(name);
  });

  it.each([
    ['IST', 'is an abbreviation with more than one meaning; write the name of a zone, such as Europe/Berlin or UTC.'],
    [
      '+02:00',
      'is an offset, which has no summer time; write the name of a zone, such as Europe/Berlin, UTC or Etc/GMT-2.',
    ],
    [
      'UTC+2',
      'is an offset, which has no summer time; write the name of a zone, such as Europe/Berlin, UTC or Etc/GMT-2.',
    ],
    ['Mars/Olympus', 'is not an IANA time zone such as Europe/Berlin or UTC.'],
  ])('is refused with the reason: %s', (name, reason) => expect(timeZoneProblem(name)).toBe(`'${name}' ${reason}`));

  it('has one name for every spelling', () => {
    const names = ['Asia/Kathmandu', 'asia/kathmandu', 'ASIA/KATMANDU'].map(canonicalTimeZone);
    expect(new Set(names).size).toBe(1);
  });

  it.each([
    '',
    '+02:00',
    '-0530',
    'UTC+2',
    'cst',
    'IST',
    'PST',
    'BST',
    'US/Pacific-New',
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
