import { type Entity, fieldLabel, lookedUp, type Row } from '../../data/entity';
import { valueText } from '../../fields/value-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Diff } from '../../ui/diff';
import { Actions, Dialog } from '../../ui/dialog';
import { differencesOf } from './differences';

/** Shows what a save would do, computed fields and hooks included; nothing has been stored. */
export function PreviewDialog(props: {
  readonly entity: Entity;
  readonly before: Row;
  /** Values with what was entered, where lookups have their texts. */
  readonly entered: Row;
  readonly after: Row;
  readonly onClose: () => void;
  readonly onSave: () => void;
}) {
  const { entity, before, entered, after, onClose, onSave } = props;
  const differences = differencesOf(entity, before, after).map(({ field, from, to }) => ({
    name: fieldLabel(field),
    from: valueText(field, from),
    to: valueText(field, named(to, entered[field.FieldName])),
  }));
  return (
    <Dialog title={t('preview')} isOpen isWide onClose={onClose}>
      <p>{t(differences.length === 0 ? 'preview.none' : 'preview.text')}</p>
      {differences.length > 0 && <Diff label={t('preview')} differences={differences} />}
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" onPress={onSave}>
          {t('save')}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** A lookup of the answer, which is an id, with the text that the form knows. */
const named = (value: unknown, known: unknown): unknown =>
  typeof value === 'string' && lookedUp(known)?.id === value ? known : value;
