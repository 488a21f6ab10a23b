import type { Field } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { render } from '#core/sql/sql.js';
import { backfillOf } from '#definitions/core/schema/backfill.sql.js';

const clock = { at: new Date('2026-03-15T22:30:00Z'), timeZone: 'Europe/Berlin', userId: 'u' };
const field = (more: Partial<Field>): Field => ({
  ...PLAIN_FIELD,
  id: '1',
  entityName: 'A',
  name: 'B',
  type: 'Text',
  required: true,
  ...more,
});

it.each<[Partial<Field>, string]>([
  [{ default: "O'Neil" }, "'O''Neil'::text"],
  [{ type: 'Bool', default: false }, "'false'::boolean"],
  [{ type: 'Decimal', default: '1.5' }, "'1.50'::numeric"],
  [{ type: 'Date', default: 'Today' }, "'2026-03-15'::date"],
  [{ type: 'MultiEnum', default: ['x'], values: [{ value: 'x', text: 'x', isActive: true }] }, "ARRAY['x']::text[]"],
])('backfills the default of a required field: %j', (more, text) => {
  expect(render(backfillOf(field(more), clock)!).text).toBe(text);
});

it.each<Partial<Field>>([{ default: 'x', required: false }, {}, { isSystem: true, default: 'x' }])(
  'backfills nothing: %j',
  (more) => expect(backfillOf(field(more), clock)).toBeUndefined(),
);
