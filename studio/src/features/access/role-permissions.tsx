import { textOf } from '../../data/exact';
import { useRows } from '../../data/studio';
import { t } from '../../text/text';
import { Tick } from '../../ui/choice';
import { Empty, Loading, Refused } from '../../ui/states';
import { Refusal } from '../../data/refusal';
import styles from './access.module.css';
import { addLink, removeLink } from './links';
import type { RoleEdits } from './role-screen';
import { MOST_ROWS, useRole } from './use-role';

/** Named permissions of a role as ticks. */
export function RolePermissions({
  edits,
  compare,
}: {
  readonly edits: RoleEdits;
  readonly compare: string | undefined;
}) {
  const { draft, base, edit } = edits;
  const { data, error, refetch } = useRows({
    EntityName: 'Permission',
    Sort: [{ FieldName: 'Name', Direction: 1 }],
    Pager: { PageSize: MOST_ROWS },
  });
  const other = useRole(compare).data;
  if (error instanceof Refusal) return <Refused refusal={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.Result.length === 0) return <Empty text={t('access.noPermissions')} />;
  const { added, removed } = draft.permissions;
  const has = (id: string): boolean =>
    added.some((far) => far.id === id) || (base.permissions.some((far) => far.id === id) && !removed.includes(id));
  return (
    <ul className={styles.permissions}>
      {data.Result.map((row) => {
        const far = { id: String(row.Id), text: String(row.Name) };
        const isOthers = other?.permissions.some(({ id }) => id === far.id) ?? has(far.id);
        const isStored = base.permissions.some(({ id }) => id === far.id);
        return (
          <li
            key={far.id}
            className={styles.cell}
            data-changed={isStored !== has(far.id)}
            data-differs={isOthers !== has(far.id)}
          >
            {base.isSystem ? (
              <strong>{far.text}</strong>
            ) : (
              <Tick
                label={far.text}
                isSelected={has(far.id)}
                onChange={(isGranted) =>
                  edit((before, stored) => ({
                    ...before,
                    permissions: isGranted
                      ? addLink(before.permissions, stored.permissions, far)
                      : removeLink(before.permissions, far.id),
                  }))
                }
              />
            )}
            <small>{textOf(row.Description)}</small>
            {isStored !== has(far.id) && <small>{t(isStored ? 'access.willBeRemoved' : 'access.willBeAdded')}</small>}
            {isOthers !== has(far.id) && (
              <small>{t(isOthers ? 'access.otherGrants' : 'access.otherLacks', { name: other!.name })}</small>
            )}
          </li>
        );
      })}
    </ul>
  );
}
