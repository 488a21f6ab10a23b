import type { Entity, Row } from '../../data/entity';
import { placeOfEnvironment, useStudio } from '../../data/studio';
import { t } from '../../text/text';
import { Banner } from '../../ui/states';
import { ConflictDialog } from './conflict-dialog';
import { RecordEditor } from './record-editor';
import { useDraft } from './use-draft';
import { useSaving } from './use-saving';

/** Shows and edits a stored record with its children. */
export function EditRecord(props: { readonly entity: Entity; readonly row: Row; readonly isDeleted: boolean }) {
  const { entity, row, isDeleted } = props;
  const place = placeOfEnvironment(useStudio());
  const editing = useDraft(`${place}/${entity.EntityName}/${String(row.Id)}`, row);
  const saving = useSaving(entity, row, editing);
  const info = row.RecordInfo as { readonly ApprovalRequestId?: string | null } | undefined;
  const isUnderApproval = (info?.ApprovalRequestId ?? null) !== null;
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
        isLocked={isDeleted || entity.Update === 'None' || isUnderApproval}
      />
      {saving.conflicts !== undefined && (
        <ConflictDialog entity={entity} conflicts={saving.conflicts} onClose={saving.giveUp} onChoose={saving.choose} />
      )}
    </>
  );
}
