import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';
import type { Cell, GridProps } from './grid-props';

/** The cell that is edited in place, if any. */
export interface CellEdit<Row> {
  readonly cell: Cell | undefined;
  /** Row by its position. The edited one keeps its place and values until the edit ends, whatever others change. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Begins an edit, where the cell may be edited. */
  readonly begin: (cell: Cell) => void;
  /** Ends the edit, and gives the focus back to the cell. */
  readonly end: () => void;
  /** Gives the focus back to the editor. */
  readonly focus: () => void;
  /** Positions to draw: those in sight, and that of the edited row, which would lose its input. */
  readonly drawn: (range: Range) => number[];
}

export function useCellEdit<Row>(
  scroller: RefObject<HTMLDivElement | null>,
  { columns, rowAt, editing }: GridProps<Row>,
): CellEdit<Row> {
  const [edit, setEdit] = useState<{ readonly cell: Cell; readonly row: Row }>();
  useEffect(() => {
    const root = scroller.current;
    if (edit === undefined) return undefined;
    const { row, column } = edit.cell;
    // The editor is gone then, and with it the focus.
    return () => root?.querySelector<HTMLElement>(`[data-cell="${row}.${column}"]`)?.focus();
  }, [scroller, edit]);
  return {
    cell: edit?.cell,
    rowAt: (index) => (index === edit?.cell.row ? edit.row : rowAt(index)),
    begin: (cell) => {
      const row = cell.row < 0 ? undefined : rowAt(cell.row);
      if (row !== undefined && editing?.canEdit(row, columns[cell.column].id) === true) setEdit({ cell, row });
    },
    end: () => setEdit(undefined),
    focus: () => focusEditor(scroller.current),
    drawn: (range) => {
      const inSight = defaultRangeExtractor(range);
      const index = edit?.cell.row;
      if (index === undefined || index >= range.count || inSight.includes(index)) return inSight;
      return [...inSight, index].toSorted((a, b) => a - b);
    },
  };
}

/** Moves the focus to the control of the editor in a grid. */
function focusEditor(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('[data-editor] :is(input, textarea, button)')?.focus();
}
