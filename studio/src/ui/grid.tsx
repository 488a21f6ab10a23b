import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { t } from '../text/text';
import { useChosen, useFocus, useKeys } from './grid-keys';
import type { Active, GridProps, Order } from './grid-props';
import { GridRow } from './grid-row';
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
 * key; arrows, Home, End and Page move; Enter opens; Space selects. On a narrow screen each row is a card.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, count, rowAt, onRange, selected } = props;
  const isNarrow = useMedia(NARROW);
  const isTouch = useMedia('(pointer: coarse)');
  const size = isNarrow ? CARD : isTouch ? TOUCH_ROW : ROW;
  const shown = isNarrow ? columns.slice(0, CARD_COLUMNS) : columns;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: -1, column: 0 });
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: 8,
  });
  useEffect(() => virtualizer.measure(), [size, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  const width = shown.reduce(
    (sum, column) => sum + Math.round(SHRINK * column.width),
    selected === undefined ? 0 : SELECT_WIDTH,
  );
  const template = `${selected === undefined ? '' : `${SELECT_WIDTH}px `}${shown.map((each) => `minmax(${Math.round(SHRINK * each.width)}px, ${each.width}fr)`).join(' ')}`;
  const keyDown = useKeys(props, shown.length, active, (to) => {
    setActive(to);
    if (to.row >= 0) virtualizer.scrollToIndex(to.row);
  });
  useFocus(scroller, active, items.length);
  useChosen(scroller, props, active.row);
  const layout = isNarrow ? undefined : { gridTemplateColumns: template, minWidth: width };
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
            {...props}
            columns={shown}
            index={index}
            row={rowAt(index)}
            style={{ ...layout, height: size, transform: `translateY(${start}px)` }}
            active={active}
            onActive={setActive}
          />
        ))}
      </div>
    </div>
  );
}

type Layout = React.CSSProperties | undefined;

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
