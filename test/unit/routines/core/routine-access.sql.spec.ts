import { render } from '#core/sql/sql.js';
import { addAccess, lockAccess, placeOf, storeAccess } from '#routines/core/routine-access.sql.js';

const ROW = { environmentId: 'e1', kind: 'writes' } as const;
const IS_ROW = `environment_id = 'e1' AND kind = 'writes'`;

it('adds a row once, locks it and stores its fingerprint', () => {
  expect(render(addAccess(ROW)).text).toBe(
    `INSERT INTO platform.object_access (environment_id, kind) VALUES ('e1', 'writes') ON CONFLICT DO NOTHING`,
  );
  expect(render(lockAccess(ROW)).text).toBe(
    `SELECT fingerprint AS known FROM platform.object_access WHERE ${IS_ROW} FOR UPDATE`,
  );
  expect(render(storeAccess(ROW, "f'1")).text).toBe(
    `UPDATE platform.object_access SET fingerprint = 'f''1' WHERE ${IS_ROW}`,
  );
});

it('names the place of a role by its own oid and that of the database', () => {
  expect(render(placeOf('role_1')).text).toContain(`concat(r.oid, ' ', d.oid) AS place`);
  expect(render(placeOf('role_1')).text).toContain(`r.rolname = 'role_1'`);
});
