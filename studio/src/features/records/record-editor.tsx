import { Suspense } from 'react';
import { faultsByPlace, placeKey } from '../../data/draft';
import { type Entity, partsOf, type Row } from '../../data/entity';
import type { Fault, Refusal } from '../../data/refusal';
import { Loading, Refused } from '../../ui/states';
import { ChildGrid } from './child-grid';
import { ExplainLink } from '../../fields/explain-link';
import { useFaultText } from '../../fields/fault-text';
import { anchorOf, RecordForm } from '../../fields/record-form';
import { LostFields } from './lost-fields';
import { PreviewDialog } from './preview-dialog';
import { SaveBar } from './save-bar';
import type { Editing } from './use-draft';

/** Progress of a draft's save, and the actions on the draft. */
export interface Saving {
  /** Progress in words; undefined where nothing is under way. */
  readonly state: string | undefined;
  readonly refusal: Refusal | undefined;
  /** The record as a save would leave it, while it is shown. */
  readonly previewed: Row | undefined;
  readonly save: () => void;
  readonly preview: () => void;
  readonly endPreview: () => void;
}

const NO_FAULTS: ReadonlyMap<string, readonly Fault[]> = new Map();

/** Edits a record and its children: form, grids, faults at their places, preview and save. */
export function RecordEditor(props: {
  readonly entity: Entity;
  /** The stored record; undefined for a new one. */
  readonly stored: Row | undefined;
  /** Stored or default values with what was entered. */
  readonly row: Row;
  readonly editing: Editing;
  readonly saving: Saving;
  readonly isLocked: boolean;
}) {
  const { entity, stored, row, editing, saving, isLocked } = props;
  const { refusal } = saving;
  const textOf = useFaultText(entity);
  const isNew = stored === undefined;
  const faults = refusal === undefined ? NO_FAULTS : faultsByPlace(refusal.faults, editing.draft);
  const relations = partsOf(entity);
  return (
    <>
      {refusal !== undefined && (
        <Refused refusal={refusal} linkOf={(fault) => linkTo(placeKey(fault, editing.draft))} textOf={textOf}>
          {refusal.status === 403 && (
            <ExplainLink
              entity={entity}
              operation={isNew ? 'Create' : 'Update'}
              recordId={stored?.RecordInformationId}
            />
          )}
        </Refused>
      )}
      {!isLocked && <LostFields entity={entity} editing={editing} isNew={isNew} />}
      <RecordForm
        entity={entity}
        row={row}
        isNew={isNew}
        isLocked={isLocked}
        faults={faults}
        onChange={editing.setField}
      />
      {relations.map((relation) => (
        <Suspense key={relation.Name} fallback={<Loading lines={3} />}>
          <ChildGrid
            relation={relation}
            parentId={isNew ? undefined : String(stored.Id)}
            editing={editing}
            isLocked={isLocked}
            faults={faults}
          />
        </Suspense>
      ))}
      <SaveBar editing={editing} state={saving.state} onSave={saving.save} onPreview={saving.preview} />
      <Previewed entity={entity} stored={stored} row={row} saving={saving} />
    </>
  );
}

function Previewed(props: {
  readonly entity: Entity;
  readonly stored: Row | undefined;
  readonly row: Row;
  readonly saving: Saving;
}) {
  const { entity, stored, row, saving } = props;
  if (saving.previewed === undefined) return undefined;
  const save = (): void => {
    saving.endPreview();
    saving.save();
  };
  return (
    <PreviewDialog
      entity={entity}
      before={stored ?? {}}
      entered={row}
      after={saving.previewed}
      onClose={saving.endPreview}
      onSave={save}
    />
  );
}

/** Address of a field on the page; of a child, of its grid. */
const linkTo = (place: string | undefined): string | undefined => place && `#${anchorOf(place.split('/')[0])}`;
