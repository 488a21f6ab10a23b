import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Cell, GridProps } from './grid-props';

/** Ways to edit a cell in place; the same ones while the grid scrolls. */
export interface EditActions {
  /** Begins an edit, where the cell may be edited. */
  readonly begin: (cell: Cell) => void;
  /** Ends the edit, and gives the focus back to the cell. */
  readonly end: () => void;
}

/** The cell that is edited in place, if any. */
export interface CellEdit<Row> {
  readonly cell: Cell | undefined;
  /** Row by its position. The edited one keeps its place and values until the edit ends, whatever others change. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly actions: EditActions;
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
  const actions = useMemo(
    (): EditActions => ({
      begin: (cell) => {
        const row = cell.row < 0 ? undefined : rowAt(cell.row);
        if (row !== undefined && editing?.canEdit(row, columns[cell.column].id) === true) setEdit({ cell, row });
      },
      end: () => setEdit(undefined),
    }),
    [columns, rowAt, editing],
  );
  return {
    cell: edit?.cell,
    rowAt: (index) => (index === edit?.cell.row ? edit.row : rowAt(index)),
    actions,
  };
}

/** Chooses the rows to draw: those in sight, and others wherever they are, which would lose the focus or their input. */
export function useDrawn(active: number, edited: number): (range: Range) => number[] {
  // The row before has the focus until the active one is drawn and gets it.
  const before = useRef(active);
  useEffect(() => void (before.current = active), [active]);
  return useCallback(
    (range) => {
      const kept = [active, before.current, edited].filter((row) => row >= 0 && row < range.count);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b);
    },
    [active, edited],
  );
}
