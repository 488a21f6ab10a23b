import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import type { Cell, GridProps } from './grid-props';

/** Moves the focus to the active cell. */
export function useFocus(scroller: RefObject<HTMLDivElement | null>, active: Cell): void {
  useEffect(() => {
    const root = scroller.current;
    if (root === null || !root.contains(document.activeElement)) return;
    const cell = root.querySelector<HTMLElement>(`[data-cell="${active.row}.${active.column}"]`);
    if (cell !== null && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  }, [scroller, active]);
}

/** Tells which row the focus is on, also where the row comes later than the focus. */
export function useChosen<Row>(
  scroller: RefObject<HTMLDivElement | null>,
  { rowAt, onChoose }: GridProps<Row>,
  index: number,
): void {
  const row = index < 0 ? undefined : rowAt(index);
  useEffect(() => {
    if (row !== undefined && scroller.current?.contains(document.activeElement) === true) onChoose?.(row);
  }, [scroller, row, onChoose]);
}

/** Moves of the keys, from a cell to another one. */
export function useKeys<Row>(
  { count, rowAt, keyOf, onOpen, onOrder, onSelect, selected, columns }: GridProps<Row>,
  width: number,
  { row, column }: Cell,
  { go, edit }: { readonly go: (to: Cell) => void; readonly edit: (cell: Cell) => void },
): (event: KeyboardEvent) => void {
  return (event) => {
    const current = row < 0 ? undefined : rowAt(row);
    const move = (by: number): Cell => ({ row: Math.max(-1, Math.min(count - 1, row + by)), column });
    const aside = (by: number): Cell => ({ row, column: Math.max(0, Math.min(width - 1, column + by)) });
    const act: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(move(1)),
      ArrowUp: () => go(move(-1)),
      ArrowRight: () => go(aside(1)),
      ArrowLeft: () => go(aside(-1)),
      PageDown: () => go(move(20)),
      PageUp: () => go(move(-20)),
      Home: () => go(event.ctrlKey ? { row: 0, column: 0 } : { row, column: 0 }),
      End: () => go(event.ctrlKey ? { row: count - 1, column } : { row, column: width - 1 }),
      F2: () => edit({ row, column }),
      Enter: () => (row < 0 ? onOrder?.(columns[column].id) : current !== undefined && onOpen(current)),
      ' ': () => current !== undefined && onSelect?.(current, !(selected?.has(keyOf(current)) ?? false)),
    };
    if (act[event.key] === undefined) return;
    event.preventDefault();
    act[event.key]();
  };
}
