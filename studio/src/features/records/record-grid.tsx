import { useNavigate } from '@tanstack/react-router';
import { type Field, fieldLabel, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { useStudio } from '../../queries/studio';
import { Value } from '../../fields/value';
import { pluralOf } from '../../data/entity';
import { Grid } from '../../ui/grid';
import type { Column } from '../../ui/grid-row';
import { isNumber, widthOf } from './list-columns';
import type { Listing } from './list-search';
import type { Windows } from './use-windows';

/** The grid of a list: opens records, sorts by columns, selects rows. */
export function RecordGrid(props: {
  readonly listing: Listing;
  readonly fields: readonly Field[];
  readonly windows: Windows;
  readonly selected: ReadonlyMap<string, Row>;
  readonly onSelect: (selected: ReadonlyMap<string, Row>) => void;
}) {
  const { listing, fields, windows, selected, onSelect } = props;
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
      onOrder={(id) => set({ sort: search.sort === id ? `-${id}` : search.sort === `-${id}` ? undefined : id })}
      selected={new Set(selected.keys())}
      onSelect={select}
    />
  );
}
