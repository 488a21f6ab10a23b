import type { CSSProperties } from 'react';
import { t } from '../text/text';
import { Tick } from './choice';
import type { Active, GridProps } from './grid-props';
import styles from './grid.module.css';

/** A row of a grid, in the place that the grid gives it. */
export function GridRow<Row>(
  props: GridProps<Row> &
    Active & { readonly index: number; readonly row: Row | undefined; readonly style: CSSProperties },
) {
  const { columns, index, row, style, keyOf, onOpen, onChoose, selected, onSelect, active, onActive } = props;
  const open = (): void => {
    if (row !== undefined) onOpen(row);
  };
  const isSelected = row !== undefined && (selected?.has(keyOf(row)) ?? false);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected === undefined ? undefined : isSelected}
      aria-current={row !== undefined && keyOf(row) === props.current ? true : undefined}
      aria-busy={row === undefined}
      className={styles.row}
      style={style}
      {...(onChoose === undefined ? { onClick: open } : { onDoubleClick: open })}
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
      {columns.map(({ id, title, isNumber, cell }, i) => (
        <div
          key={id}
          role="gridcell"
          className={`${styles.cell} ${isNumber === true ? styles.number : ''}`}
          data-cell={`${index}.${i}`}
          data-title={title}
          tabIndex={active.row === index && active.column === i ? 0 : -1}
          onFocus={() => onActive({ row: index, column: i })}
        >
          {row === undefined ? '…' : cell(row)}
        </div>
      ))}
    </div>
  );
}
