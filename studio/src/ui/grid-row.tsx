import { type CSSProperties, type MouseEvent, useState } from 'react';
import { t } from '../text/text';
import { Tick } from './choice';
import type { CellEdit } from './grid-edit';
import type { Active, Column, GridProps } from './grid-props';
import styles from './grid.module.css';

type Props<Row> = GridProps<Row> &
  Active & {
    readonly index: number;
    /** Undefined while it is loading. */
    readonly row: Row | undefined;
    readonly edit: CellEdit<Row>;
  };

/** A row of a grid, in the place that the grid gives it. */
export function GridRow<Row>(props: Props<Row> & { readonly style: CSSProperties }) {
  const { columns, index, row, style, keyOf, onOpen, onChoose, selected, onSelect, edit, current } = props;
  const [isPointedAt, setPointedAt] = useState(false);
  const open = ({ target, currentTarget }: MouseEvent): void => {
    // Lists and dialogs of an editor are elsewhere on the page.
    const isOfEditor = !currentTarget.contains(target as Node) || (target as Element).closest('[data-editor]') !== null;
    if (isOfEditor) return;
    if (edit.cell !== undefined) edit.focus();
    else if (row !== undefined) onOpen(row);
  };
  const isSelected = row !== undefined && (selected?.has(keyOf(row)) ?? false);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected === undefined ? undefined : isSelected}
      aria-current={row !== undefined && keyOf(row) === current ? true : undefined}
      aria-busy={row === undefined}
      className={styles.row}
      data-edited={edit.cell?.row === index || undefined}
      style={style}
      onPointerEnter={({ pointerType }) => setPointedAt(pointerType === 'mouse')}
      onPointerLeave={() => setPointedAt(false)}
      {...(onChoose === undefined || edit.cell !== undefined ? { onClick: open } : { onDoubleClick: open })}
    >
      {selected !== undefined && (
        <div role="gridcell" className={styles.cell} onClick={(event) => event.stopPropagation()}>
          {row !== undefined && (
            <Tick
              label={t('selectRow', { number: index + 1 })}
              isHiddenLabel
              isSelected={isSelected}
              onChange={(to) => onSelect?.(row, to)}
            />
          )}
        </div>
      )}
      {columns.map((column, i) => (
        <GridCell key={column.id} {...props} column={column} place={i} isPointedAt={isPointedAt} />
      ))}
    </div>
  );
}

interface CellProps<Row> extends Props<Row> {
  readonly column: Column<Row>;
  readonly place: number;
  readonly isPointedAt: boolean;
}

function GridCell<Row>(props: CellProps<Row>) {
  const { column, place, index, row, active, onActive, editing, edit } = props;
  const { id, title, isNumber } = column;
  const canEdit = row !== undefined && editing?.canEdit(row, id) === true;
  return (
    <div
      role="gridcell"
      {...(editing === undefined ? {} : { 'aria-readonly': !canEdit })}
      className={`${styles.cell} ${isNumber === true ? styles.number : ''}`}
      data-cell={`${index}.${place}`}
      data-title={title}
      data-edited={(edit.cell?.row === index && edit.cell.column === place) || undefined}
      tabIndex={active.row === index && active.column === place ? 0 : -1}
      onFocus={() => onActive({ row: index, column: place })}
    >
      {row === undefined ? '…' : <CellContent {...props} row={row} canEdit={canEdit} />}
    </div>
  );
}

/** The value of a cell, with its editor or the way to it. */
function CellContent<Row>(props: CellProps<Row> & { readonly row: Row; readonly canEdit: boolean }) {
  const { column, place, index, row, editing, edit, isPointedAt, canEdit } = props;
  const { id, title, cell } = column;
  const isEdited = edit.cell?.row === index && edit.cell.column === place;
  return (
    <>
      {cell(row)}
      {canEdit && isPointedAt && edit.cell === undefined && (
        <Pencil
          label={t('editCell', { field: title, row: index + 1 })}
          onPress={() => edit.begin({ row: index, column: place })}
        />
      )}
      {isEdited && (
        <div className={styles.editor} data-editor="">
          {editing?.editor(row, id, edit.end)}
        </div>
      )}
    </>
  );
}

/** Begins an edit by the pointer; keys have F2. */
function Pencil({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles.pencil}
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      <span aria-hidden="true">✎</span>
    </button>
  );
}
