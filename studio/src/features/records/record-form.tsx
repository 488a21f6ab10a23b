import { useId } from 'react';
import type { Entity, Row } from '../../data/entity';
import type { Fault } from '../../data/refusal';
import { Editor } from '../../fields/editor';
import { faultText } from '../../fields/fault-text';
import { formFields, ReadField } from '../../fields/read-form';
import { t } from '../../text/text';
import { Columns } from '../../ui/page';
import styles from './record-form.module.css';

/** Element of a field, to which the summary of faults leads. */
export const anchorOf = (place: string): string => `field-${place.replaceAll(/[^\w-]/g, '-')}`;

/** The fields of a record in declared order; those that the caller may not set are text. */
export function RecordForm(props: {
  readonly entity: Entity;
  /** Values with what was entered. */
  readonly row: Row;
  readonly isNew: boolean;
  readonly isLocked: boolean;
  readonly faults: ReadonlyMap<string, readonly Fault[]>;
  readonly onChange: (name: string, value: unknown) => void;
}) {
  const { entity, row, isNew, isLocked, faults, onChange } = props;
  const fields = formFields(entity).filter((field) => !isNew || field.CanCreate);
  const id = useId();
  return (
    <div className={styles.form} role="group" aria-labelledby={id}>
      <span id={id} className={styles.hidden}>
        {t('fields')}
      </span>
      <Columns>
        {fields.map((field) => {
          const { FieldName: name } = field;
          const maySet = isNew ? field.CanCreate : field.CanUpdate;
          const isReadOnly = !maySet || isLocked;
          return (
            <div key={name} id={anchorOf(name)} className={field.FieldType === 'LongText' ? styles.wide : undefined}>
              {isReadOnly ? (
                <ReadField entity={entity} field={field} row={row} />
              ) : (
                <Editor
                  entityName={entity.EntityName}
                  field={field}
                  value={row[name]}
                  onChange={(value) => onChange(name, value)}
                  errors={faults.get(name)?.map((fault) => faultText(fault, field))}
                />
              )}
            </div>
          );
        })}
      </Columns>
    </div>
  );
}
