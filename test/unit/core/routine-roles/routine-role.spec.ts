import { createRole, grantsSql, healRole, openSchema } from '#core/routine-roles/routine-role.sql.js';
import { render, type Sql } from '#core/sql/sql.js';
import { fixtureEntity } from '../../../support/fixture-catalogue.js';

const ROLE = { name: 'env_x_code_1', verifier: 'SCRAM-SHA-256$4096:c2FsdA==$a:b' };
const texts = (fragments: readonly Sql[]): readonly string[] => fragments.map((fragment) => render(fragment).text);

describe('the role of an environment', () => {
  it('has no privileges of its own, and its password is in no statement', () => {
    expect(render(createRole(ROLE)).text.replaceAll(/\s+/g, ' ')).toContain(
      'CREATE ROLE "env_x_code_1" LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS ' +
        `CONNECTION LIMIT 50 PASSWORD ''SCRAM-SHA-256$4096:c2FsdA==$a:b''`,
    );
    expect(texts(openSchema('env_x', ROLE))).toEqual([
      'GRANT "env_x_code_1" TO CURRENT_USER',
      'GRANT USAGE, CREATE ON SCHEMA "env_x" TO "env_x_code_1"',
    ]);
  });

  it('is repaired in every database', () => {
    const { text } = render(healRole(ROLE));
    expect(text).toContain('ALTER ROLE "env_x_code_1" RESET ALL');
    expect(text).toContain('ALTER ROLE "env_x_code_1" IN DATABASE %I RESET ALL');
  });

  it('sees business records and the public fields of all others, and writes none that the service alone writes', () => {
    const entities = ['Customer', 'Order', 'User', 'Role'].map(fixtureEntity);
    expect(texts(grantsSql('env_x', ROLE, entities, false)).slice(1)).toEqual([
      'GRANT SELECT ON "env_x"."Customer", "env_x"."Order" TO "env_x_code_1"',
      'GRANT SELECT ("Id", "DisplayName", "IsActive") ON "env_x"."User" TO "env_x_code_1"',
    ]);
    expect(texts(grantsSql('env_x', ROLE, [fixtureEntity('Order')], true)).slice(1)).toEqual([
      'GRANT SELECT, INSERT, UPDATE ON "env_x"."Order" TO "env_x_code_1"',
    ]);
    const task = fixtureEntity('ApprovalTask');
    expect(texts(grantsSql('env_x', ROLE, [task], true)).slice(1)).toEqual([
      'GRANT SELECT ON "env_x"."ApprovalTask" TO "env_x_code_1"',
    ]);
    const hard = { ...fixtureEntity('Order'), softDelete: false };
    expect(texts(grantsSql('env_x', ROLE, [hard], true))).toContain(
      'GRANT DELETE ON "env_x"."Order" TO "env_x_code_1"',
    );
  });

  it('neither reads nor writes protected fields, which it may have had before', () => {
    const order = fixtureEntity('Order');
    const note = { ...order.fields.get('notes')!, protection: 'Hidden' as const };
    const entity = { ...order, fields: new Map([...order.fields, ['notes', note]]), protectedFields: [note] };
    const [revoke, grant] = texts(grantsSql('env_x', ROLE, [entity], true)).slice(1);
    expect(revoke).toBe('REVOKE SELECT, INSERT, UPDATE ON "env_x"."Order" FROM "env_x_code_1"');
    expect(grant).toMatch(/^GRANT SELECT \(.*\), INSERT \(.*\), UPDATE \(.*"Total".*\) ON "env_x"."Order" TO/s);
    expect(grant).not.toContain('"Notes"');
  });
});
