import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { conflictsOf, type Conflict, faultsByPlace, placeKey, rebased, updateFields } from '../../data/draft';
import type { Entity, Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import type { Answer } from '../../data/service';
import { recordBody, rowsKey, useStudio } from '../../data/studio';
import { byId } from '../../data/where';
import { t } from '../../text/text';
import { Banner, Refused } from '../../ui/states';
import { lockOf } from './approval';
import { ChildGrid } from './child-grid';
import { ConflictDialog } from './conflict-dialog';
import { ExplainLink } from '../../fields/explain-link';
import { PreviewDialog } from './preview-dialog';
import { anchorOf, RecordForm } from './record-form';
import { SaveBar } from './save-bar';
import type { Editing } from './use-draft';

const NO_FAULTS = new Map();

/** Shows and edits a stored record with its children. */
export function EditRecord(props: {
  readonly entity: Entity;
  readonly row: Row;
  readonly editing: Editing;
  readonly isDeleted: boolean;
}) {
  const { entity, row, editing, isDeleted } = props;
  const saving = useSaving(entity, row, editing);
  const isLocked = isDeleted || entity.Update === 'None' || lockOf(row) !== undefined;
  const { refusal } = saving;
  const faults = refusal === undefined ? NO_FAULTS : faultsByPlace(refusal.faults, editing.draft);
  const relations = entity.Relations.filter(
    ({ OnDelete, ChildEntity }) => OnDelete === 'Cascade' && ChildEntity !== undefined,
  );
  return (
    <>
      {editing.isChanged && editing.base?.RowVersion !== row.RowVersion && (
        <Banner look="warning">{t('changedMeanwhile')}</Banner>
      )}
      {refusal !== undefined && (
        <Refused refusal={refusal} linkOf={(fault) => linkTo(placeKey(fault, editing.draft))}>
          {refusal.status === 403 && (
            <ExplainLink entity={entity} operation="Update" recordId={row.RecordInformationId} />
          )}
        </Refused>
      )}
      <RecordForm
        entity={entity}
        row={{ ...row, ...editing.draft.changes }}
        isNew={false}
        isLocked={isLocked}
        faults={faults}
        onChange={editing.setField}
      />
      {relations.map((relation) => (
        <ChildGrid
          key={relation.Name}
          relation={relation}
          parentId={String(row.Id)}
          editing={editing}
          isLocked={isLocked}
          faults={faults}
        />
      ))}
      <SaveBar
        editing={editing}
        state={saving.state}
        onSave={() => saving.save.mutate(editing.base)}
        onPreview={() => saving.preview.mutate()}
      />
      {saving.preview.data !== undefined && (
        <PreviewDialog
          entity={entity}
          before={row}
          after={saving.preview.data}
          onClose={() => saving.preview.reset()}
          onSave={() => {
            saving.preview.reset();
            saving.save.mutate(editing.base);
          }}
        />
      )}
      {saving.conflicts !== undefined && (
        <ConflictDialog entity={entity} conflicts={saving.conflicts} onClose={saving.giveUp} onChoose={saving.choose} />
      )}
    </>
  );
}

const linkTo = (place: string | undefined): string | undefined => place && `#${anchorOf(place.split('/')[0]!)}`;

/** Saves a draft under the version that it began with, and merges what others have changed meanwhile. */
function useSaving(entity: Entity, row: Row, editing: Editing) {
  const { service, writes } = useStudio();
  const queries = useQueryClient();
  const [state, setState] = useState<string>();
  const [met, setMet] = useState<{ readonly conflicts: readonly Conflict[]; readonly current: Row }>();
  const bodyOf = (options?: object) => ({
    EntityName: entity.EntityName,
    Fields: updateFields(editing.draft),
    WhereClause: byId(row.Id),
    ...(options === undefined ? {} : { Options: options }),
  });
  const save = useMutation({
    mutationFn: (base: Row | undefined) =>
      writes.send('/records/update', {
        method: 'PUT',
        body: bodyOf(),
        headers: { 'If-Match': `"${String(base?.RowVersion)}"` },
        accepted: () => setState(t('acceptedWrite')),
        waiting: (seconds) => setState(t('repeatingWrite', { count: Math.ceil(seconds) })),
      }),
    onMutate: () => setState(t('saving')),
    onSettled: () => setState(undefined),
    onSuccess: async () => {
      editing.reset();
      const names = [entity.EntityName, ...entity.Relations.flatMap(({ ChildEntity }) => ChildEntity ?? [])];
      await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: rowsKey(name) })));
    },
    onError: async (error) => {
      if (error instanceof Refusal && error.status === 412) await meet();
    },
  });
  /** Compares the draft with the record as it is by now; what does not overlap is merged and saved at once. */
  const meet = async (): Promise<void> => {
    const body = recordBody(entity.EntityName, String(row.Id));
    const { Result } = await service.call<readonly Row[]>('/queries/select', { method: 'POST', body });
    const [current] = Result;
    if (current === undefined || editing.base === undefined) return;
    const conflicts = conflictsOf(entity, editing.draft, editing.base, current);
    if (conflicts.length > 0) setMet({ conflicts, current });
    else {
      editing.replace(rebased(editing.draft, current), current);
      save.mutate(current);
    }
  };
  const preview = useMutation({
    mutationFn: async () => {
      const answer: Answer<readonly Row[]> = await service.call('/records/update', {
        method: 'PUT',
        body: bodyOf({ DryRun: true }),
        headers: { Prefer: 'return=representation' },
      });
      return answer.Result[0] ?? row;
    },
  });
  const error = save.error ?? preview.error;
  return {
    save,
    preview,
    state,
    refusal: error instanceof Refusal && met === undefined ? error : undefined,
    conflicts: met?.conflicts,
    giveUp: () => setMet(undefined),
    choose: (taken: Row) => {
      const { current } = met!;
      editing.replace(rebased({ ...editing.draft, changes: { ...editing.draft.changes, ...taken } }, current), current);
      save.reset();
      setMet(undefined);
    },
  };
}
