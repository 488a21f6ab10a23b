import { createRole, grantsSql, openSchema } from '../../../../src/core/objects/object-role.sql.js';
import { render, type Sql } from '../../../../src/core/sql/sql.js';
import { fixtureEntity } from '../../../support/fixture-catalogue.js';

const texts = (fragments: readonly Sql[]): readonly string[] => fragments.map((fragment) => render(fragment).text);

describe('the role of an environment', () => {
  it('has no power of its own', () => {
    expect(render(createRole('env_x')).text).toContain(
      'CREATE ROLE "env_x_objects" NOLOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS',
    );
    expect(texts(openSchema('env_x'))).toEqual([
      'GRANT "env_x_objects" TO SESSION_USER',
      'GRANT USAGE, CREATE ON SCHEMA "env_x" TO "env_x_objects"',
    ]);
  });

  it('sees business records and the public fields of all others', () => {
    const entities = ['Customer', 'Order', 'User', 'Role'].map(fixtureEntity);
    expect(texts(grantsSql('env_x', entities, false))).toEqual([
      'GRANT SELECT ON "env_x"."Customer", "env_x"."Order" TO "env_x_objects"',
      'GRANT SELECT ("Id", "DisplayName", "IsActive") ON "env_x"."User" TO "env_x_objects"',
    ]);
    expect(texts(grantsSql('env_x', [fixtureEntity('Order')], true))).toEqual([
      'GRANT SELECT, INSERT, UPDATE ON "env_x"."Order" TO "env_x_objects"',
    ]);
    const hard = { ...fixtureEntity('Order'), softDelete: false };
    expect(texts(grantsSql('env_x', [hard], true))).toContain('GRANT DELETE ON "env_x"."Order" TO "env_x_objects"');
  });
});
