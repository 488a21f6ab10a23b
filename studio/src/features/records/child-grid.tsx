import { useMemo } from 'react';
import { childPlace, type ChildDraft, setField } from '../../data/draft';
import {
  type Entity,
  type Field,
  fieldLabel,
  labelOf,
  pluralOf,
  type Relation,
  type Row,
  words,
} from '../../data/entity';
import type { Fault } from '../../data/refusal';
import { childrenBody, useEntity, useRows } from '../../queries/studio';
import { Editor } from '../../fields/editor';
import { faultText } from '../../fields/fault-text';
import { Value } from '../../fields/value';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Section } from '../../ui/page';
import { Loading } from '../../ui/states';
import styles from './record-form.module.css';
import { type Editing, newChild } from './use-draft';

interface Props {
  readonly relation: Relation;
  /** Id of the record above; undefined for a new one. */
  readonly parentId: string | undefined;
  readonly editing: Editing;
  readonly isLocked: boolean;
  readonly faults: ReadonlyMap<string, readonly Fault[]>;
}

/** The children of a relation that cascades, edited with the record above and saved in the same write. */
export function ChildGrid(props: Props) {
  const { relation, parentId, editing } = props;
  const child = useEntity(relation.ChildEntity!);
  const stored = useRows(childrenBody(relation, parentId), parentId !== undefined);
  const rows = useMemo(
    () => merged(stored.data?.Result ?? [], editing.draft.children[relation.Name] ?? []),
    [stored.data, editing.draft.children, relation.Name],
  );
  const title = relation.Label ?? pluralOf(child) ?? words(relation.Name);
  if (parentId !== undefined && stored.data === undefined) return <Loading lines={3} />;
  return (
    <Section title={title} actions={<AddChild {...props} child={child} rows={rows} />}>
      {rows.length === 0 ? <p>{t('noChildren')}</p> : <ChildTable {...props} child={child} rows={rows} title={title} />}
    </Section>
  );
}

/** Stored children with their drafts, then the new ones. */
function merged(stored: readonly Row[], drafts: readonly ChildDraft[]): readonly ChildDraft[] {
  const draftOf = new Map(drafts.map((draft) => [draft.key, draft]));
  const present = stored.map(
    (base) => draftOf.get(String(base.Id)) ?? { key: String(base.Id), base, changes: {}, isDeleted: false },
  );
  return [...present, ...drafts.filter(({ base }) => base === undefined)];
}

function AddChild(props: Props & { readonly child: Entity; readonly rows: readonly ChildDraft[] }) {
  const { child, relation, editing, isLocked, rows } = props;
  if (child.Create === 'None' || isLocked) return undefined;
  const add = (): void =>
    editing.setChildren(relation.Name, (children) => [...children, newChild(nextNumber(child, relation, rows))]);
  return <Button onPress={add}>{t('addOf', { entity: labelOf(child) })}</Button>;
}

/** The next number of a child that is numbered within the record above: an Int that is unique beside its lookup. */
function nextNumber(child: Entity, { ChildField }: Relation, rows: readonly ChildDraft[]): Row {
  const key = child.UniqueKeys.find((names) => names.length === 2 && names.includes(ChildField));
  const field = child.Fields.find(
    ({ FieldName, FieldType }) => FieldType === 'Int' && key?.includes(FieldName) === true,
  );
  if (field === undefined) return {};
  const numbers = rows.map(({ base, changes }) => Number({ ...base, ...changes }[field.FieldName]) || 0);
  return { [field.FieldName]: String(Math.max(0, ...numbers) + 1) };
}

function ChildTable(
  props: Props & { readonly child: Entity; readonly rows: readonly ChildDraft[]; readonly title: string },
) {
  const { relation, editing, child, rows, title } = props;
  const fields = child.Fields.filter(
    ({ IsSystem, FieldName }) => IsSystem !== true && FieldName !== relation.ChildField,
  );
  const change = (row: ChildDraft, to: ChildDraft): void =>
    editing.setChildren(relation.Name, (children) =>
      children.some(({ key }) => key === row.key)
        ? children.map((each) => (each.key === row.key ? to : each))
        : [...children, to],
    );
  const remove = (row: ChildDraft): void =>
    row.base === undefined
      ? editing.setChildren(relation.Name, (children) => children.filter(({ key }) => key !== row.key))
      : change(row, { ...row, isDeleted: !row.isDeleted });
  return (
    <div className={styles.scroll} role="group" aria-label={title} tabIndex={props.isLocked ? 0 : undefined}>
      <table className={styles.children} aria-label={title}>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field.FieldName} scope="col">
                {fieldLabel(field)}
              </th>
            ))}
            <th scope="col">{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <ChildRow
              key={row.key}
              {...props}
              fields={fields}
              row={row}
              number={i + 1}
              onChange={(to) => change(row, to)}
              onRemove={() => remove(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ChildRow(
  props: Props & {
    readonly child: Entity;
    readonly fields: readonly Field[];
    readonly row: ChildDraft;
    readonly number: number;
    readonly onChange: (row: ChildDraft) => void;
    readonly onRemove: () => void;
  },
) {
  const { child, fields, relation, row, number, isLocked, faults, onChange, onRemove } = props;
  const mayRemove = !isLocked && (row.base === undefined || child.Delete !== 'None');
  return (
    <tr data-deleted={row.isDeleted}>
      {fields.map((field) => (
        <td key={field.FieldName}>
          <ChildCell
            child={child}
            field={field}
            row={row}
            label={t('fieldOfRow', { field: fieldLabel(field), row: number })}
            isReadOnly={isLocked || row.isDeleted}
            faults={faults.get(childPlace(relation.Name, row.key, field.FieldName))}
            onChange={onChange}
          />
        </td>
      ))}
      <td>
        {mayRemove && (
          <Button
            look="quiet"
            aria-label={t(row.isDeleted ? 'keepRow' : 'removeRow', { row: number })}
            onPress={onRemove}
          >
            {row.isDeleted ? '↶' : '×'}
          </Button>
        )}
      </td>
    </tr>
  );
}

function ChildCell(props: {
  readonly child: Entity;
  readonly field: Field;
  readonly row: ChildDraft;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly faults: readonly Fault[] | undefined;
  readonly onChange: (row: ChildDraft) => void;
}) {
  const { child, field, row, label, isReadOnly, faults = [], onChange } = props;
  const values = { ...row.base, ...row.changes };
  const maySet = row.base === undefined ? field.CanCreate : field.CanUpdate;
  if (isReadOnly || !maySet) return <Value entity={child} field={field} row={values} />;
  return (
    <Editor
      entityName={child.EntityName}
      field={{ ...field, Help: undefined, Description: undefined }}
      label={label}
      value={values[field.FieldName]}
      onChange={(value) => onChange({ ...row, changes: setField(row.changes, row.base, field.FieldName, value) })}
      errors={faults.map((fault) => faultText(fault, field))}
    />
  );
}
