import type { Entity, Row } from '../data/entity';
import type { Fault } from '../data/refusal';
import { t } from '../text/text';
import { Columns } from '../ui/page';
import { Editor } from './editor';
import { faultText } from './fault-text';
import { formFields, ReadField } from './read-form';
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
  return (
    <div role="group" aria-label={t('fields')}>
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
