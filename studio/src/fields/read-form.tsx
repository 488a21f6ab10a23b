import type { ReactNode } from 'react';
import { type Entity, type Field, fieldLabel, pluralOf, type Relation, type Row, partsOf } from '../data/entity';
import { childrenBody, useEntity, useRows } from '../queries/studio';
import { t } from '../text/text';
import { Columns, Section } from '../ui/page';
import { ReadValue } from '../ui/read-value';
import { Table } from '../ui/table';
import { LookupLink, Value } from './value';
import { valueText } from './value-text';

/** System fields that a form shows beside the entity's own. */
const SHOWN = new Set(['OwnerId']);

/** Fields of a form, in declared order. */
export const formFields = (entity: Entity): readonly Field[] =>
  entity.Fields.filter(({ IsSystem, FieldName }) => IsSystem !== true || SHOWN.has(FieldName));

/** A field with its value as text. */
export function ReadField(props: { readonly entity: Entity; readonly field: Field; readonly row: Row }) {
  const { field, row } = props;
  return (
    <ReadValue label={fieldLabel(field)} help={field.Help}>
      {valueText(field, row[field.FieldName]) === '' ? '' : shownValue(props)}
    </ReadValue>
  );
}

const shownValue = ({ entity, field, row }: Parameters<typeof ReadField>[0]): ReactNode =>
  field.FieldType === 'Lookup' ? (
    <LookupLink field={field} value={row[field.FieldName]} />
  ) : (
    <Value entity={entity} field={field} row={row} />
  );

/** A record to be read. */
export function ReadForm({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  return (
    <div role="group" aria-label={t('fields')}>
      <Columns>
        {formFields(entity).map((field) => (
          <ReadField key={field.FieldName} entity={entity} field={field} row={row} />
        ))}
      </Columns>
    </div>
  );
}

/** Parts of a record to be read: the children of each relation that cascades. */
export function ReadChildren({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  return partsOf(entity).map((relation) => <Children key={relation.Name} relation={relation} parentId={row.Id} />);
}

function Children({ relation, parentId }: { readonly relation: Relation; readonly parentId: unknown }) {
  const child = useEntity(relation.ChildEntity!);
  const { data } = useRows(childrenBody(relation, parentId));
  const title = relation.Label ?? pluralOf(child);
  const rows = data?.Result ?? [];
  const columns = child.Fields.filter(
    ({ IsSystem, FieldName }) => IsSystem !== true && FieldName !== relation.ChildField,
  ).map((field) => ({
    id: field.FieldName,
    title: fieldLabel(field),
    cell: (row: Row) => <Value entity={child} field={field} row={row} />,
  }));
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p>{t('noChildren')}</p>
      ) : (
        <Table label={title} columns={columns} rows={rows} keyOf={(row) => String(row.Id)} />
      )}
    </Section>
  );
}
