import { useState } from 'react';
import type { Conflict } from '../../data/draft';
import { type Entity, type Field, fieldLabel, fieldNamed, type Row } from '../../data/entity';
import { valueText } from '../../fields/value-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { ChoiceBox } from '../../ui/choice';
import { Actions, Dialog } from '../../ui/dialog';
import styles from './record-form.module.css';

/** Two people have changed the same fields: mine, theirs, and what both began with; the reader decides field by field. */
export function ConflictDialog(props: {
  readonly entity: Entity;
  readonly conflicts: readonly Conflict[];
  readonly onClose: () => void;
  /** @param taken values of the fields in conflict, as they were chosen */
  readonly onChoose: (taken: Row) => void;
}) {
  const { entity, conflicts, onClose, onChoose } = props;
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const choose = (): void =>
    onChoose(
      Object.fromEntries(conflicts.map(({ name, mine, theirs }) => [name, choices[name] === 'mine' ? mine : theirs])),
    );
  const isDecided = conflicts.every(({ name }) => choices[name] !== undefined);
  return (
    <Dialog title={t('refusal.stale')} isOpen isWide onClose={onClose}>
      <p>{t('conflict.text')}</p>
      <div className={styles.scroll}>
        <table className={styles.children} aria-label={t('refusal.stale')}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('mine')}</th>
              <th scope="col">{t('theirs')}</th>
              <th scope="col">{t('base')}</th>
              <th scope="col">{t('keep')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => (
              <ConflictRow
                key={conflict.name}
                field={fieldNamed(entity, conflict.name)!}
                conflict={conflict}
                choice={choices[conflict.name] ?? null}
                onChoose={(to) => setChoices({ ...choices, [conflict.name]: to })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" isDisabled={!isDecided} onPress={choose}>
          {t('apply')}
        </Button>
      </Actions>
    </Dialog>
  );
}

function ConflictRow(props: {
  readonly field: Field;
  readonly conflict: Conflict;
  readonly choice: string | null;
  readonly onChoose: (choice: string) => void;
}) {
  const { field, conflict, choice, onChoose } = props;
  return (
    <tr>
      <th scope="row">{fieldLabel(field)}</th>
      {[conflict.mine, conflict.theirs, conflict.base].map((value, i) => (
        <td key={['mine', 'theirs', 'base'][i]}>{valueText(field, value) || '–'}</td>
      ))}
      <td>
        <ChoiceBox
          label={t('keepOf', { field: fieldLabel(field) })}
          isRequired
          choices={[
            { value: 'mine', text: t('mine') },
            { value: 'theirs', text: t('theirs') },
          ]}
          value={choice}
          onChange={(to) => to !== null && onChoose(to)}
        />
      </td>
    </tr>
  );
}
