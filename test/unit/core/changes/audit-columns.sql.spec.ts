import { SYSTEM_FIELD_NAMES } from '../../../../src/core/catalogue/system-fields.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { CREATED_COLUMNS, updatedColumns } from '../../../../src/core/changes/audit-columns.sql.js';

it('a new row starts at version 1, made and changed by the caller at the time of the call (R70)', () => {
  expect(Object.entries(CREATED_COLUMNS).map(([name, value]) => `${name}: ${render(value).text}`)).toEqual([
    'CreatedBy: $1::uuid',
    'CreatedOn: $1::timestamptz',
    'UpdatedBy: $1::uuid',
    'UpdatedOn: $1::timestamptz',
    'RowVersion: 1::bigint',
    'IsDeleted: false',
  ]);
  expect(SYSTEM_FIELD_NAMES).toEqual(expect.arrayContaining(Object.keys(CREATED_COLUMNS)));
});

it('a changed row has the next version and says who changed it when (R112)', () => {
  expect(render(updatedColumns(raw('m')))).toEqual({
    text: '"RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $1::uuid, "UpdatedOn" = $2::timestamptz',
    slots: [0, 2],
  });
});
