import { type CSSProperties, memo, type MouseEvent, useState } from 'react';
import { t } from '../text/text';
import { Tick } from './choice';
import type { EditActions } from './grid-edit';
import type { Cell, Column, GridProps } from './grid-props';
import styles from './grid.module.css';

export type Layout = CSSProperties | undefined;

interface Props<Row> extends Pick<GridProps<Row>, 'columns' | 'onOpen' | 'onSelect' | 'editing'> {
  readonly index: number;
  /** Undefined while it is loading. */
  readonly row: Row | undefined;
  /** Pixels from the top of all rows, and its height. */
  readonly start: number;
  readonly size: number;
  readonly layout: Layout;
  /** Undefined where rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly isCurrent: boolean;
  readonly activeColumn: number | undefined;
  readonly onActive: (cell: Cell) => void;
  readonly opensByDoubleClick: boolean;
  readonly edit: EditActions;
  readonly editedColumn: number | undefined;
  /** True where some cell of the grid is edited. */
  readonly isEditing: boolean;
}

function DrawnRow<Row>(props: Props<Row>) {
  const { columns, index, row, start, size, layout, isSelected, isCurrent, editedColumn } = props;
  const [isPointedAt, setPointedAt] = useState(false);
  const open = openerOf(props);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isCurrent || undefined}
      aria-busy={row === undefined}
      className={styles.row}
      data-edited={editedColumn !== undefined || undefined}
      style={{ ...layout, height: size, transform: `translateY(${start}px)` }}
      onPointerEnter={({ pointerType }) => setPointedAt(pointerType === 'mouse')}
      onPointerLeave={() => setPointedAt(false)}
      {...(props.opensByDoubleClick ? { onDoubleClick: open } : { onClick: open })}
    >
      {isSelected !== undefined && (
        <div role="gridcell" className={styles.cell} onClick={(event) => event.stopPropagation()}>
          {row !== undefined && (
            <Tick
              label={t('selectRow', { number: index + 1 })}
              isHiddenLabel
              isSelected={isSelected}
              onChange={(to) => props.onSelect?.(row, to)}
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

/** A row of a grid; it is drawn anew only where something of it has changed, not for each step of scrolling. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow;

/** Opens a row by the pointer; while a cell is edited, its editor gets the focus back. */
function openerOf<Row>({ row, onOpen, isEditing }: Props<Row>) {
  return ({ target, currentTarget }: MouseEvent): void => {
    // Lists and dialogs of an editor are elsewhere on the page.
    const isOfEditor = !currentTarget.contains(target as Node) || (target as Element).closest('[data-editor]') !== null;
    if (isOfEditor) return;
    if (isEditing) focusEditor(currentTarget.closest('[role="grid"]'));
    else if (row !== undefined) onOpen(row);
  };
}

/** Moves the focus to the control of the editor in a grid. */
function focusEditor(grid: Element | null): void {
  grid?.querySelector<HTMLElement>('[data-editor] :is(input, textarea, button)')?.focus();
}

interface CellProps<Row> extends Props<Row> {
  readonly column: Column<Row>;
  readonly place: number;
  readonly isPointedAt: boolean;
}

function GridCell<Row>(props: CellProps<Row>) {
  const { column, place, index, row, activeColumn, onActive, editing, editedColumn } = props;
  const { id, title, isNumber } = column;
  const canEdit = row !== undefined && editing?.canEdit(row, id) === true;
  return (
    <div
      role="gridcell"
      {...(editing === undefined ? {} : { 'aria-readonly': !canEdit })}
      className={`${styles.cell} ${isNumber === true ? styles.number : ''}`}
      data-cell={`${index}.${place}`}
      data-title={title}
      data-edited={editedColumn === place || undefined}
      tabIndex={activeColumn === place ? 0 : -1}
      onFocus={() => onActive({ row: index, column: place })}
    >
      {row === undefined ? '…' : <CellContent {...props} row={row} canEdit={canEdit} />}
    </div>
  );
}

/** The value of a cell, with its editor or the way to it. */
function CellContent<Row>(props: CellProps<Row> & { readonly row: Row; readonly canEdit: boolean }) {
  const { column, place, index, row, editing, edit, editedColumn, isEditing, isPointedAt, canEdit } = props;
  const { id, title, cell } = column;
  return (
    <>
      {cell(row)}
      {canEdit && isPointedAt && !isEditing && (
        <Pencil
          label={t('editCell', { field: title, row: index + 1 })}
          onPress={() => edit.begin({ row: index, column: place })}
        />
      )}
      {editedColumn === place && (
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
