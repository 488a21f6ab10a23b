import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../text/text';
import styles from './grid.module.css';
import { type Cell, type Column, GridRow, type Layout } from './grid-row';
import { NARROW, useMedia } from './media';

export interface Order {
  readonly column: string;
  readonly isDescending: boolean;
}

export interface GridProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** A row by its position; undefined while it is loading. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** Called with the positions that are shown, so that they can be loaded. */
  readonly onRange?: (first: number, last: number) => void;
  readonly onOpen: (row: Row) => void;
  readonly order?: Order;
  readonly onOrder?: (column: string) => void;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (row: Row, isSelected: boolean) => void;
}

const ROW = 36;
const TOUCH_ROW = 48;
const CARD = 92;
const SELECT_WIDTH = 44;
/** Part of its width that a column keeps before the grid scrolls sideways. */
const SHRINK = 0.85;
/** Columns of a card on a narrow screen. */
const CARD_COLUMNS = 4;

/**
 * A grid of any number of rows, of which only the visible ones are drawn (the grid pattern of WAI-ARIA): one stop of the tab
 * key; arrows, Home, End and Page move; Enter opens; Space selects. On a narrow screen each row is a card.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, count, rowAt, onRange, selected } = props;
  const isNarrow = useMedia(NARROW);
  const isTouch = useMedia('(pointer: coarse)');
  const size = isNarrow ? CARD : isTouch ? TOUCH_ROW : ROW;
  const shown = useMemo(() => (isNarrow ? columns.slice(0, CARD_COLUMNS) : columns), [isNarrow, columns]);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: -1, column: 0 });
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: 8,
    rangeExtractor: useDrawn(active.row, count),
  });
  useEffect(() => virtualizer.measure(), [size, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const { startIndex: first, endIndex: last } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  const layout = useLayout(isNarrow ? undefined : shown, selected !== undefined);
  const keyDown = useKeys(props, shown.length, active, (to) => {
    setActive(to);
    if (to.row >= 0) virtualizer.scrollToIndex(to.row);
  });
  useFocus(scroller, active);
  return (
    <div
      ref={scroller}
      className={`${styles.grid} ${isNarrow ? styles.cards : ''}`}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={shown.length + (selected === undefined ? 0 : 1)}
      aria-multiselectable={selected === undefined ? undefined : true}
      onKeyDown={keyDown}
    >
      <Head {...props} columns={shown} layout={layout} active={active} onActive={setActive} />
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <GridRow
            key={index}
            columns={shown}
            index={index}
            row={rowAt(index)}
            start={start}
            size={size}
            layout={layout}
            isSelected={isSelectedAt(props, index)}
            activeColumn={active.row === index ? active.column : undefined}
            onActive={setActive}
            onOpen={props.onOpen}
            onSelect={props.onSelect}
          />
        ))}
      </div>
    </div>
  );
}

/** Undefined where rows cannot be selected. */
function isSelectedAt<Row>({ rowAt, keyOf, selected }: GridProps<Row>, index: number): boolean | undefined {
  const row = rowAt(index);
  return selected && row !== undefined && selected.has(keyOf(row));
}

/** Widths of the columns. @param columns undefined where each row is a card */
function useLayout<Row>(columns: readonly Column<Row>[] | undefined, hasSelection: boolean): Layout {
  return useMemo(() => {
    if (columns === undefined) return undefined;
    const least = columns.map(({ width }) => Math.round(SHRINK * width));
    const selection = hasSelection ? SELECT_WIDTH : 0;
    const template = columns.map(({ width }, i) => `minmax(${least[i]}px, ${width}fr)`).join(' ');
    return {
      gridTemplateColumns: hasSelection ? `${SELECT_WIDTH}px ${template}` : template,
      minWidth: least.reduce((sum, each) => sum + each, selection),
    };
  }, [columns, hasSelection]);
}

/** Rows to draw: those in sight, and the active one wherever it is, so that scrolling does not take the focus away. */
const useDrawn = (row: number, count: number): ((range: Range) => number[]) =>
  useCallback(
    (range) => {
      const inSight = defaultRangeExtractor(range);
      return row < 0 || row >= count || inSight.includes(row) ? inSight : [...inSight, row].toSorted((a, b) => a - b);
    },
    [row, count],
  );

/** Moves the focus to the active cell. */
function useFocus(scroller: React.RefObject<HTMLDivElement | null>, active: Cell): void {
  useEffect(() => {
    const root = scroller.current;
    if (root === null || !root.contains(document.activeElement)) return;
    const cell = root.querySelector<HTMLElement>(`[data-cell="${active.row}.${active.column}"]`);
    if (cell !== null && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  }, [scroller, active]);
}

/** Moves of the keys, from a cell to another one. */
function useKeys<Row>(
  { count, rowAt, keyOf, onOpen, onOrder, onSelect, selected, columns }: GridProps<Row>,
  width: number,
  { row, column }: Cell,
  go: (to: Cell) => void,
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
      Enter: () => (row < 0 ? onOrder?.(columns[column].id) : current !== undefined && onOpen(current)),
      ' ': () => current !== undefined && onSelect?.(current, !(selected?.has(keyOf(current)) ?? false)),
    };
    if (act[event.key] === undefined) return;
    event.preventDefault();
    act[event.key]();
  };
}

type Active = { readonly active: Cell; readonly onActive: (cell: Cell) => void };

function Head<Row>(props: GridProps<Row> & Active & { readonly layout: Layout }) {
  const { columns, order, onOrder, selected, layout, active, onActive } = props;
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div role="row" aria-rowindex={1} className={styles.head} style={layout}>
        {selected !== undefined && (
          <div role="columnheader" className={styles.cell}>
            <span className={styles.hidden}>{t('select')}</span>
          </div>
        )}
        {columns.map(({ id, title, isNumber }, i) => (
          <div
            key={id}
            role="columnheader"
            aria-sort={sortOf(order, id)}
            className={`${styles.cell} ${isNumber === true ? styles.number : ''}`}
            data-cell={`-1.${i}`}
            tabIndex={active.row === -1 && active.column === i ? 0 : -1}
            onFocus={() => onActive({ row: -1, column: i })}
            onClick={() => onOrder?.(id)}
          >
            {title}
            {order?.column === id && <span aria-hidden="true">{order.isDescending ? ' ↓' : ' ↑'}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

const sortOf = (order: Order | undefined, id: string): 'ascending' | 'descending' | undefined =>
  order?.column !== id ? undefined : order.isDescending ? 'descending' : 'ascending';
