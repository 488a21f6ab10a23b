import type { Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { useRows } from '../../queries/studio';
import { t } from '../../text/text';
import { Tick } from '../../ui/choice';
import { Empty, Loading, Refused } from '../../ui/states';
import { Refusal } from '../../data/refusal';
import styles from './access.module.css';
import { addLink, type Far, removeLink } from './links';
import type { StoredRole } from './role-draft';
import type { RoleEdits } from './edits';
import { MOST_ROWS, useRole } from './use-role';

/** Named permissions of a role as ticks. */
export function RolePermissions(props: { readonly edits: RoleEdits; readonly compare: string | undefined }) {
  const { edits, compare } = props;
  const { data, error, refetch } = useRows({
    EntityName: 'Permission',
    Sort: [{ FieldName: 'Name', Direction: 1 }],
    Pager: { PageSize: MOST_ROWS },
  });
  const other = useRole(compare).data ?? undefined;
  if (error instanceof Refusal) return <Refused refusal={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.Result.length === 0) return <Empty text={t('access.noPermissions')} />;
  return (
    <ul className={styles.permissions}>
      {data.Result.map((row) => (
        <Permission key={String(row.Id)} edits={edits} row={row} other={other} />
      ))}
    </ul>
  );
}

interface PermissionProps {
  readonly edits: RoleEdits;
  readonly row: Row;
  /** The role to compare with. */
  readonly other: StoredRole | undefined;
}

function Permission({ edits, row, other }: PermissionProps) {
  const { draft, base } = edits;
  const far = { id: String(row.Id), text: String(row.Name) };
  const isStored = base.permissions.some(({ id }) => id === far.id);
  const isGranted = isStored
    ? !draft.permissions.removed.includes(far.id)
    : draft.permissions.added.some(({ id }) => id === far.id);
  const isOthers = other?.permissions.some(({ id }) => id === far.id) ?? isGranted;
  return (
    <li className={styles.cell} data-changed={isStored !== isGranted} data-differs={isOthers !== isGranted}>
      {base.isSystem ? (
        <strong>{far.text}</strong>
      ) : (
        <Tick label={far.text} isSelected={isGranted} onChange={(to) => grant(edits, far, to)} />
      )}
      <small>{textOf(row.Description)}</small>
      {isStored !== isGranted && <small>{t(isStored ? 'access.willBeRemoved' : 'access.willBeAdded')}</small>}
      {other !== undefined && isOthers !== isGranted && (
        <small>{t(isOthers ? 'access.otherGrants' : 'access.otherLacks', { name: other.name })}</small>
      )}
    </li>
  );
}

const grant = ({ edit }: RoleEdits, far: Far, isGranted: boolean): void =>
  edit((before, stored) => ({
    ...before,
    permissions: isGranted
      ? addLink(before.permissions, stored.permissions, far)
      : removeLink(before.permissions, far.id),
  }));
