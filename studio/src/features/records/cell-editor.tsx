import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Draft, EMPTY_DRAFT, isEmpty, setField } from '../../data/draft';
import { type Entity, type Field, fieldLabel, type Row } from '../../data/entity';
import type { Refusal } from '../../data/refusal';
import { Editor } from '../../fields/editor';
import { ExplainLink } from '../../fields/explain-link';
import { faultText, useFaultText } from '../../fields/fault-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions } from '../../ui/dialog';
import { Refused } from '../../ui/states';
import styles from './record-form.module.css';
import { ConflictDialog } from './conflict-dialog';
import { useSaving } from './use-saving';

interface Props {
  readonly entity: Entity;
  readonly field: Field;
  /** As it was when the edit began. */
  readonly row: Row;
  readonly onEnd: () => void;
}

/** Edits one field of a record in its list. Enter saves it as the form does, Esc leaves it as it was. */
export function CellEditor({ entity, field, row, onEnd }: Props) {
  const { FieldName: name } = field;
  const [{ draft, base }, setState] = useState<{ readonly draft: Draft; readonly base: Row | undefined }>({
    draft: EMPTY_DRAFT,
    base: row,
  });
  const replace = (to: Draft, from: Row | undefined): void => setState({ draft: to, base: from });
  const saving = useSaving(entity, row, { draft, base, replace, reset: onEnd });
  const isBusy = saving.state !== undefined;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => enter(box.current), []);
  const save = (): void => (isEmpty(draft) ? onEnd() : saving.save());
  return (
    <div
      ref={box}
      role="group"
      aria-label={fieldLabel(field)}
      className={styles.form}
      onKeyDownCapture={(event) => {
        const act = actOf(event, isEmpty(draft));
        if (act === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (act === 'save') save();
        else if (!isBusy) onEnd();
      }}
    >
      <Editor
        entityName={entity.EntityName}
        field={field}
        value={{ ...base, ...draft.changes }[name]}
        onChange={(value) => replace({ ...draft, changes: setField(draft.changes, base, name, value) }, base)}
        errors={faultsAt(saving.refusal, field)}
        isReadOnly={isBusy}
      />
      {saving.refusal !== undefined && <CellRefused entity={entity} row={row} field={field} refusal={saving.refusal} />}
      <Actions>
        <span role="status">{saving.state}</span>
        <Button isDisabled={isBusy} onPress={onEnd}>
          {t('cancel')}
        </Button>
        <Button look="primary" isDisabled={isBusy} onPress={save}>
          {t('save')}
        </Button>
      </Actions>
      {saving.conflicts !== undefined && (
        <ConflictDialog
          entity={entity}
          id={String(row.Id)}
          conflicts={saving.conflicts}
          onClose={saving.giveUp}
          onChoose={saving.choose}
        />
      )}
    </div>
  );
}

/** Brings an editor into sight, and its control into focus with the whole text selected. */
function enter(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const control = box?.querySelector<HTMLElement>('input, textarea, button');
  control?.focus({ preventScroll: true });
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
}

/** Finds the action of a key. An open list, an unchanged choice, several lines of text and buttons keep their own keys. */
function actOf({ key, target, currentTarget, ctrlKey, metaKey }: KeyboardEvent, isUnchanged: boolean) {
  const control = target as HTMLElement;
  // Lists and dialogs are elsewhere on the page.
  if (!currentTarget.contains(control) || control.getAttribute('aria-expanded') === 'true') return undefined;
  if (key === 'Escape') return 'cancel';
  if (key !== 'Enter') return undefined;
  if (control instanceof HTMLTextAreaElement) return ctrlKey || metaKey ? 'save' : undefined;
  if (!(control instanceof HTMLButtonElement)) return 'save';
  return control.ariaHasPopup === 'listbox' && !isUnchanged ? 'save' : undefined;
}

const isAt = ({ FieldName }: { readonly FieldName?: string }, field: Field): boolean => FieldName === field.FieldName;

const faultsAt = (refusal: Refusal | undefined, field: Field): readonly string[] =>
  (refusal?.faults ?? []).filter((fault) => isAt(fault, field)).map((fault) => faultText(fault, field));

/** A refusal that is not about the value of the field alone. */
function CellRefused(props: Omit<Props, 'onEnd'> & { readonly refusal: Refusal }) {
  const { entity, row, field, refusal } = props;
  const textOf = useFaultText(entity);
  if (refusal.faults.length > 0 && refusal.faults.every((fault) => isAt(fault, field))) return undefined;
  return (
    <Refused refusal={refusal} textOf={textOf}>
      {refusal.status === 403 && <ExplainLink entity={entity} operation="Update" recordId={row.RecordInformationId} />}
    </Refused>
  );
}
