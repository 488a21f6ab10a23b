import type { Entity, Row } from '../../data/entity';
import { t } from '../../text/text';
import { Banner } from '../../ui/states';
import { lockOf } from './approval';
import { ConflictDialog } from './conflict-dialog';
import { RecordEditor } from './record-editor';
import type { Editing } from './use-draft';
import { useSaving } from './use-saving';

/** Shows and edits a stored record with its children. */
export function EditRecord(props: {
  readonly entity: Entity;
  readonly row: Row;
  readonly editing: Editing;
  readonly isDeleted: boolean;
}) {
  const { entity, row, editing, isDeleted } = props;
  const saving = useSaving(entity, row, editing);
  return (
    <>
      {editing.isChanged && editing.base?.RowVersion !== row.RowVersion && (
        <Banner look="warning">{t('changedMeanwhile')}</Banner>
      )}
      <RecordEditor
        entity={entity}
        stored={row}
        row={{ ...row, ...editing.draft.changes }}
        editing={editing}
        saving={saving}
        isLocked={isDeleted || entity.Update === 'None' || lockOf(row) !== undefined}
      />
      {saving.conflicts !== undefined && (
        <ConflictDialog
          entity={entity}
          id={String(row.Id)}
          conflicts={saving.conflicts}
          onClose={saving.giveUp}
          onChoose={saving.choose}
        />
      )}
    </>
  );
}
