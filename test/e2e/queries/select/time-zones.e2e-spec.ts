import { canonicalTimeZone, sqlTimeZone } from '#core/time/time-zone.js';
import { wallClockMs } from '#core/values/clock.js';
import { TestApp } from '../../../support/test-app.js';

describe('the time zones of groups', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const rowsOf = async (more: object): Promise<readonly object[]> => {
    const { status, body } = await app.as('ada.admin').select('Order', { ...more });
    expect([status, body.Errors]).toEqual([200, []]);
    return body.Result;
  };

  // Requirement: R134
  it('take the names of zones that schedules take, with their summer time', async () => {
    const days = async (TimeZone: string): Promise<readonly object[]> =>
      rowsOf({
        GroupBy: [{ FieldName: 'CreatedOn', Bucket: 'Day', TimeZone }],
        Aggregates: [{ Function: 'Count' }],
      });
    expect(await days('Japan')).toEqual(await days('Asia/Tokyo'));
    expect(await days('CET')).toEqual(await days('Europe/Brussels'));
    const { body } = await app
      .as('ada.admin')
      .select('Order', { GroupBy: [{ FieldName: 'CreatedOn', Bucket: 'Day', TimeZone: 'PST' }] });
    expect(body.Errors[0]).toContain("'PST' is an abbreviation with more than one meaning");
  });

  it('mean the same zone by a name as the runtime, for every name that is accepted', async () => {
    const names = (
      await app.query<{ name: string }>(`SELECT name FROM pg_timezone_names WHERE name !~ '^(posix|right)/'`)
    ).map(({ name }) => name);
    const known = names.filter((name) => canonicalTimeZone(name) !== undefined);
    // Where PostgreSQL reads the zones of the system, links to the zone of the machine are among them.
    const noZones = new Set(['Factory', 'localtime', 'posixrules']);
    expect(names.filter((name) => !known.includes(name) && !noZones.has(name))).toEqual([]);
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !known.includes(name))).toEqual([]);
    const instants = [Date.UTC(2020, 0, 15), Date.UTC(2020, 6, 15)];
    const rows = await app.query<{ name: string; local: string }>(
      `SELECT n.name, i.at, extract(epoch FROM to_timestamp(i.at / 1000) AT TIME ZONE n.sql)::text AS local
       FROM unnest($1::text[], $2::text[]) AS n (name, sql), unnest($3::float8[]) AS i (at)
       ORDER BY n.name, i.at`,
      [known, known.map(sqlTimeZone), instants],
    );
    const expected = known
      .toSorted((a, b) => (a < b ? -1 : 1))
      .flatMap((name) => instants.map((at) => [name, wallClockMs(at, canonicalTimeZone(name)!) / 1000]));
    const found = rows.map(({ name, local }) => [name, Number(local)] as const);
    expect(found.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toEqual(expected);
  });
});
