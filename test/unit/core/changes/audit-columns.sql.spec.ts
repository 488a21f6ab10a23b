import { SYSTEM_FIELD_NAMES } from '../../../../src/core/catalogue/system-fields.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { CREATED_COLUMNS, updatedColumns } from '../../../../src/core/changes/audit-columns.sql.js';

// Requirement: R70
it('starts a new row at version 1, created and updated by the caller at the time of the call', () => {
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

// Requirement: R112
it('gives a changed row the next version, its author and time', () => {
  expect(render(updatedColumns(raw('m')))).toEqual({
    text: '"RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $1::uuid, "UpdatedOn" = $2::timestamptz',
    slots: [0, 2],
  });
});
