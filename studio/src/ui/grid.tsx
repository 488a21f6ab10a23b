import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../text/text';
import { useCellEdit, useDrawn } from './grid-edit';
import { useChosen, useFocus, useKeys } from './grid-keys';
import type { Active, Column, GridProps, Order } from './grid-props';
import { GridRow, type Layout } from './grid-row';
import styles from './grid.module.css';
import { NARROW, useMedia } from './media';

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
 * key; arrows, Home, End and Page move; Enter opens; Space selects; F2 edits. On a narrow screen each row is a card.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, count, selected } = props;
  const isNarrow = useMedia(NARROW);
  const isTouch = useMedia('(pointer: coarse)');
  const size = isNarrow ? CARD : isTouch ? TOUCH_ROW : ROW;
  const shown = useMemo(() => (isNarrow ? columns.slice(0, CARD_COLUMNS) : columns), [isNarrow, columns]);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: -1, column: 0 });
  const edit = useCellEdit(scroller, props);
  const drawn = useDrawn(active.row, edit.cell?.row ?? -1);
  const virtualizer = useRows(scroller, props, { size, drawn });
  const keyDown = useKeys(props, shown.length, active, {
    go: (to) => {
      setActive(to);
      if (to.row >= 0) virtualizer.scrollToIndex(to.row);
    },
    edit: edit.actions.begin,
  });
  useFocus(scroller, active);
  useChosen(scroller, props, active.row);
  const layout = useLayout(isNarrow ? undefined : shown, selected !== undefined);
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
      onKeyDown={edit.cell === undefined ? keyDown : undefined}
    >
      <Head {...props} columns={shown} layout={layout} active={active} onActive={setActive} />
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <GridRow
            key={index}
            columns={shown}
            index={index}
            row={edit.rowAt(index)}
            start={start}
            size={size}
            layout={layout}
            {...marksOf(props, edit.rowAt(index))}
            activeColumn={active.row === index ? active.column : undefined}
            onActive={setActive}
            onOpen={props.onOpen}
            onSelect={props.onSelect}
            opensByDoubleClick={props.onChoose !== undefined && edit.cell === undefined}
            editing={props.editing}
            edit={edit.actions}
            editedColumn={edit.cell?.row === index ? edit.cell.column : undefined}
            isEditing={edit.cell !== undefined}
          />
        ))}
      </div>
    </div>
  );
}

/** Tells how a row is marked; it cannot be selected where `isSelected` is undefined. */
function marksOf<Row>({ keyOf, selected, current }: GridProps<Row>, row: Row | undefined) {
  const key = row === undefined ? undefined : keyOf(row);
  return {
    isSelected: selected && key !== undefined && selected.has(key),
    isCurrent: key !== undefined && key === current,
  };
}

/** Places rows, and tells which ones are in sight. */
function useRows<Row>(
  scroller: RefObject<HTMLDivElement | null>,
  { count, onRange }: GridProps<Row>,
  { size, drawn }: { readonly size: number; readonly drawn: ReturnType<typeof useDrawn> },
) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: 8,
    rangeExtractor: drawn,
  });
  useEffect(() => virtualizer.measure(), [size, virtualizer]);
  const { startIndex: first, endIndex: last } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  return virtualizer;
}

/**
 * Shares the width that there is between the columns; where there is too little, the grid scrolls sideways.
 * @param columns undefined where each row is a card
 */
function useLayout<Row>(columns: readonly Column<Row>[] | undefined, hasSelection: boolean): Layout {
  return useMemo(() => {
    if (columns === undefined) return undefined;
    const least = columns.map(({ width }) => Math.round(SHRINK * width));
    const tracks = columns.map(({ width }, i) => `minmax(${least[i]}px, ${width}fr)`);
    return {
      gridTemplateColumns: [...(hasSelection ? [`${SELECT_WIDTH}px`] : []), ...tracks].join(' '),
      minWidth: least.reduce((sum, width) => sum + width, hasSelection ? SELECT_WIDTH : 0),
    };
  }, [columns, hasSelection]);
}

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
