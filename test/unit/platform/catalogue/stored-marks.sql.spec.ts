import { storedMarks } from '#platform/catalogue/stored-marks.sql.js';

it('reads the marks of live definitions of one schema', () => {
  const text = storedMarks('env_test');
  const tables = [...text.matchAll(/"env_test"\."(\w+)"/g)].map(([, table]) => table);
  expect(new Set(tables)).toEqual(
    new Set(
      (
        'UserRole TeamMember Entity Field Rule Hook Index Relation Lifecycle Status Transition ApprovalProcess ' +
        'RoleAccess FieldAccess Role Team Workflow RolePermission Permission'
      ).split(' '),
    ),
  );
  expect(text.match(/FROM "env_test"/g)).toHaveLength(text.match(/NOT \w\."IsDeleted"/g)!.length - 2);
});
