import { JsonNumber, type JsonObject } from '#core/json/json.js';
import { compileRoutineCall } from '#routines/core/call-routine.sql.js';
import { outputJson, sqlTypeOf, type RoutineValue } from '#routines/core/routine-value.js';
import { render, Slot } from '#core/sql/sql.js';
import { registered } from '../../core/objects.js';

function textOf(record: JsonObject): string {
  const object = registered({
    Parameters: [
      { Name: 'A', Type: 'Text' },
      { Name: 'B', Type: 'Int' },
    ],
    ...record,
  });
  const slots = object.parameters.map((parameter, i) => new Slot(i, sqlTypeOf(parameter)));
  return render(compileRoutineCall('env_x', object, slots)).text;
}

describe('the statement of a routine call', () => {
  it('calls a procedure', () => {
    expect(textOf({ ObjectType: new JsonNumber('1') })).toBe('CALL "env_x"."Thing"($1::text, $2::bigint)');
  });

  it('calls a scalar function once', () => {
    expect(textOf({ ReturnType: 'Date' })).toBe(
      `SELECT CASE WHEN isfinite(r.value) THEN ('"' || r.value::text || '"') END AS value FROM "env_x"."Thing"($1::text, $2::bigint) r(value)`,
    );
  });

  it('calls a table function with a limit of one extra row, in its own order', () => {
    const text = textOf({ ObjectType: new JsonNumber('3'), Returns: [{ Name: 'It', Type: 'Int' }] });
    expect(text).toBe(
      `SELECT string_agg(o.json, ',' ORDER BY o.n) FILTER (WHERE o.n <= 10000) AS rows, LEAST(count(*), 10000) AS total, count(*) > 10000 AS more FROM (SELECT r.n, ('{"It":' || COALESCE(r.c0::text, 'null') || '}') AS json FROM "env_x"."Thing"($1::text, $2::bigint) WITH ORDINALITY r(c0, n) LIMIT 10000 + 1) o`,
    );
  });
});

describe('output of a procedure as JSON', () => {
  const value = (type: string): RoutineValue => registered({ ReturnType: type }).returns!;
  it.each([
    ['Decimal', '12.50', '12.50'],
    ['Decimal', 'NaN', 'null'],
    ['Decimal', '-Infinity', 'null'],
    ['Int', null, 'null'],
    ['Bool', true, 'true'],
    ['Text', 'a"b', '"a\\"b"'],
    ['Date', '2026-01-31', '"2026-01-31"'],
    ['Date', 'infinity', 'null'],
    ['DateTime', '2026-01-31 10:00:00.5+00', '"2026-01-31T10:00:00.5Z"'],
    ['Json', '{"a": 1}', '{"a": 1}'],
  ])('%s %s is %s', (type, output, json) => {
    expect(outputJson(value(type), output)).toBe(json);
  });
});
