import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { textOf } from '../../data/exact';
import { Refusal } from '../../data/refusal';
import { useRows, useStudio } from '../../queries/studio';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Page as Screen } from '../../ui/page';
import { Pill } from '../../ui/pill';
import { Empty, Loading, Refused } from '../../ui/states';
import styles from './access.module.css';
import { DeleteRole } from './delete-role';
import { NewRole } from './new-role';
import type { Stored } from './steps';
import { MOST_ROWS } from './use-role';

interface RoleRow extends Stored {
  readonly name: string;
  readonly description: string;
  readonly isSystem: boolean;
  readonly members: number;
}

/** All roles of the environment. */
export function Page() {
  const { me } = useStudio();
  const [isAdding, setAdding] = useState(false);
  const { roles, error, retry } = useRoles();
  return (
    <Screen
      title={t('roles')}
      actions={
        me.IsAdministrator && (
          <Button look="primary" onPress={() => setAdding(true)}>
            {t('access.newRole')}
          </Button>
        )
      }
    >
      {error instanceof Refusal && (
        <Refused refusal={error} retry={retry}>
          <WhyRefused refusal={error} entity={{ EntityName: 'Role' }} operation="Read" />
        </Refused>
      )}
      {roles === undefined && error === null && <Loading />}
      {roles?.length === 0 && <Empty text={t('access.noRoles')} />}
      {roles !== undefined && roles.length > 0 && <Roles roles={roles} />}
      {isAdding && <NewRole onClose={() => setAdding(false)} />}
    </Screen>
  );
}

function useRoles() {
  const roles = useRows({
    EntityName: 'Role',
    Sort: [{ FieldName: 'Name', Direction: 1 }],
    Pager: { PageSize: MOST_ROWS },
  });
  const members = useRows({
    EntityName: 'UserRole',
    GroupBy: ['RoleId'],
    Aggregates: [{ Function: 'Count', Alias: 'Members' }],
    Pager: { PageSize: MOST_ROWS },
  });
  const counts = new Map(members.data?.Result.map((row) => [String(row.RoleId), Number(textOf(row.Members))]));
  const rows = roles.data?.Result.map((row): RoleRow => ({
    rowId: String(row.Id),
    version: row.RowVersion,
    name: String(row.Name),
    description: textOf(row.Description),
    isSystem: row.IsSystem === true,
    members: counts.get(String(row.Id)) ?? 0,
  }));
  return {
    roles: members.data === undefined ? undefined : rows,
    error: roles.error ?? members.error,
    retry: () => void Promise.all([roles.refetch(), members.refetch()]),
  };
}

function Roles({ roles }: { readonly roles: readonly RoleRow[] }) {
  const [deleted, setDeleted] = useState<RoleRow>();
  return (
    <div className={styles.scroll}>
      <table className={styles.matrix} aria-label={t('roles')}>
        <thead>
          <tr>
            <th scope="col">{t('access.name')}</th>
            <th scope="col">{t('access.description')}</th>
            <th scope="col">{t('access.membersColumn')}</th>
            <th scope="col">{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <RoleLine key={role.rowId} role={role} onDelete={() => setDeleted(role)} />
          ))}
        </tbody>
      </table>
      {deleted !== undefined && (
        <DeleteRole role={deleted} members={deleted.members} onClose={() => setDeleted(undefined)} />
      )}
    </div>
  );
}

function RoleLine({ role, onDelete }: { readonly role: RoleRow; readonly onDelete: () => void }) {
  const params = { ...useStudio().service.environment!, role: role.rowId };
  return (
    <tr>
      <th scope="row">
        <Link to="/$tenant/$app/$environment/access/roles/$role" params={params}>
          {role.name}
        </Link>{' '}
        {role.isSystem && <Pill text={t('access.system')} />}
      </th>
      <td>{role.description}</td>
      <td className={styles.number}>{t('access.number', { count: role.members })}</td>
      <td>
        {!role.isSystem && (
          <Button look="quiet" aria-label={t('deleteOne', { text: role.name })} onPress={onDelete}>
            {t('delete')}
          </Button>
        )}
      </td>
    </tr>
  );
}
