import { useState } from 'react';
import type { Conflict, Side } from '../../data/conflicts';
import { type Entity, type Field, fieldLabel, fieldNamed, pluralOf } from '../../data/entity';
import { valueText } from '../../fields/value-text';
import { childrenBody, useEntity, useRows } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { ChoiceBox } from '../../ui/choice';
import { Actions, Dialog } from '../../ui/dialog';
import styles from './record-form.module.css';

/** Shows what two users have both changed: mine, theirs, and what both began with; the reader decides one by one. */
export function ConflictDialog(props: {
  readonly entity: Entity;
  /** Id of the record. */
  readonly id: string;
  readonly conflicts: readonly Conflict[];
  readonly onClose: () => void;
  /** @param sides whose change is kept, by the places of the conflicts */
  readonly onChoose: (sides: Readonly<Record<string, Side>>) => void;
}) {
  const { entity, id, conflicts, onClose, onChoose } = props;
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const isDecided = conflicts.every(({ place }) => sides[place] !== undefined);
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
            {conflicts.map((conflict) => {
              const { place, child } = conflict;
              const shown: Shown = {
                conflict,
                side: sides[place],
                onChoose: (to) => setSides({ ...sides, [place]: to }),
              };
              return child === undefined ? (
                <ConflictRow key={place} {...shown} field={fieldOf(entity, conflict)} />
              ) : (
                <ChildConflict key={place} {...shown} entity={entity} id={id} child={child} />
              );
            })}
          </tbody>
        </table>
      </div>
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" isDisabled={!isDecided} onPress={() => onChoose(sides)}>
          {t('apply')}
        </Button>
      </Actions>
    </Dialog>
  );
}

interface Shown {
  readonly conflict: Conflict;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

const fieldOf = (entity: Entity, { name }: Conflict): Field | undefined =>
  name === undefined ? undefined : fieldNamed(entity, name);

/** A conflict about a child, named by its row in the record. */
function ChildConflict(
  props: Shown & { readonly entity: Entity; readonly id: string; readonly child: NonNullable<Conflict['child']> },
) {
  const { entity, id, child, conflict } = props;
  const relation = entity.Relations.find(({ Name }) => Name === child.relation)!;
  const described = useEntity(relation.ChildEntity!);
  const { data } = useRows(childrenBody(relation, id));
  const row = (data?.Result ?? []).findIndex(({ Id }) => Id === child.id) + 1;
  const title = relation.Label ?? pluralOf(described);
  return (
    <ConflictRow
      {...props}
      field={fieldOf(described, conflict)}
      place={row === 0 ? title : t('conflict.row', { list: title, row })}
    />
  );
}

function ConflictRow(
  props: Shown & {
    /** Undefined for a child as a whole. */
    readonly field: Field | undefined;
    /** Where the field is, for a child. */
    readonly place?: string;
  },
) {
  const { field, place, conflict, side, onChoose } = props;
  const label = [place, field && fieldLabel(field)].filter((part) => part !== undefined).join(' – ');
  const sides: readonly Side[] = conflict.deletedBy === 'theirs' ? ['theirs'] : ['mine', 'theirs'];
  return (
    <tr>
      <th scope="row">{label}</th>
      {(['mine', 'theirs', 'base'] as const).map((each) => (
        <td key={each}>{textAt(conflict, field, each)}</td>
      ))}
      <td>
        <ChoiceBox
          label={t('keepOf', { field: label })}
          isRequired
          choices={sides.map((value) => ({ value, text: t(value) }))}
          value={side ?? null}
          onChange={(to) => to !== null && onChoose(to as Side)}
        />
      </td>
    </tr>
  );
}

/** A value of a conflict in words; of a child as a whole what became of it. */
function textAt({ deletedBy, ...values }: Conflict, field: Field | undefined, side: Side | 'base'): string {
  if (deletedBy === undefined) return (field && valueText(field, values[side])) || '–';
  if (side === 'base') return '–';
  return t(deletedBy === side ? 'conflict.deleted' : 'conflict.changed');
}
