import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { type Field, fieldLabel, fieldNamed, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { useStudio } from '../../queries/studio';
import { Value } from '../../fields/value';
import { pluralOf } from '../../data/entity';
import { Grid } from '../../ui/grid';
import type { Column, Editing } from '../../ui/grid-props';
import type { Details } from './details';
import { isNumber, widthOf } from './list-columns';
import { type Listing, viewOf } from './list-search';
import type { Windows } from './use-windows';

const CellEditor = lazy(async () => ({ default: (await import('./cell-editor')).CellEditor }));

/** The grid of a list: opens records, sorts by columns, selects rows. */
export function RecordGrid(props: {
  readonly listing: Listing;
  readonly fields: readonly Field[];
  readonly windows: Windows;
  readonly selected: ReadonlyMap<string, Row>;
  readonly onSelect: (selected: ReadonlyMap<string, Row>) => void;
  readonly details: Details;
}) {
  const { listing, fields, windows, selected, onSelect, details } = props;
  const { entity, search, set } = listing;
  const params = useStudio().service.environment!;
  const navigate = useNavigate();
  const columns: readonly Column<Row>[] = fields.map((field) => ({
    id: field.FieldName,
    title: fieldLabel(field),
    width: widthOf(entity, field),
    isNumber: isNumber(field),
    cell: (row) => <Value entity={entity} field={field} row={row} />,
  }));
  const select = (row: Row, isSelected: boolean): void => {
    const next = new Map(selected);
    if (isSelected) next.set(String(row.Id), row);
    else next.delete(String(row.Id));
    onSelect(next);
  };
  const column = search.sort?.replace(/^-/, '');
  return (
    <Grid
      label={pluralOf(entity)}
      columns={columns}
      count={windows.count}
      rowAt={windows.rowAt}
      keyOf={(row) => String(row.Id)}
      onRange={windows.onRange}
      onOpen={(row) =>
        // Rows of a saved query may lack the Id.
        row.Id !== undefined &&
        void navigate({
          to: '/$tenant/$app/$environment/records/$entity/$id',
          params: { ...params, entity: entity.EntityName, id: textOf(row.Id) },
          search: search.deleted === true ? { deleted: true } : {},
        })
      }
      order={column === undefined ? undefined : { column, isDescending: search.sort!.startsWith('-') }}
      onOrder={(id) => {
        if (fieldNamed(entity, id)?.Masked === true) return;
        set({ sort: search.sort === id ? `-${id}` : search.sort === `-${id}` ? undefined : id });
      }}
      selected={new Set(selected.keys())}
      onSelect={select}
      current={details.id}
      onChoose={details.onChoose}
      editing={cellEditing(listing)}
    />
  );
}

/** Edits fields that the caller may update; not those of deleted records and of saved queries, which may be of others. */
function cellEditing({ entity, search }: Listing): Editing<Row> | undefined {
  const isOwn = search.deleted !== true && viewOf(search)[0] === undefined;
  if (!isOwn || entity.Update === 'None') return undefined;
  return {
    canEdit: (_, name) => fieldNamed(entity, name)?.CanUpdate === true,
    editor: (row, name, end) => (
      <Suspense>
        <CellEditor entity={entity} field={fieldNamed(entity, name)!} row={row} onEnd={end} />
      </Suspense>
    ),
  };
}
