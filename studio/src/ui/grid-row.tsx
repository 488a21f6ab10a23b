import { memo, type ReactNode } from 'react';
import { t } from '../text/text';
import { Tick } from './choice';
import styles from './grid.module.css';

/** A column of a grid. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** Width in pixels. */
  readonly width: number;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** Place of a cell; the row of the titles is -1. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export type Layout = React.CSSProperties | undefined;

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  readonly row: Row | undefined;
  /** Pixels from the top of all rows, and its height. */
  readonly start: number;
  readonly size: number;
  readonly layout: Layout;
  /** Undefined where rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly activeColumn: number | undefined;
  readonly onActive: (cell: Cell) => void;
  readonly onOpen: (row: Row) => void;
  readonly onSelect?: (row: Row, isSelected: boolean) => void;
}

function DrawnRow<Row>(props: Props<Row>) {
  const { columns, index, row, start, size, layout, isSelected, activeColumn, onActive, onOpen, onSelect } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={row === undefined}
      className={styles.row}
      style={{ ...layout, height: size, transform: `translateY(${start}px)` }}
      onClick={() => row !== undefined && onOpen(row)}
    >
      {isSelected !== undefined && (
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
          tabIndex={activeColumn === i ? 0 : -1}
          onFocus={() => onActive({ row: index, column: i })}
        >
          {row === undefined ? '…' : cell(row)}
        </div>
      ))}
    </div>
  );
}

/** A row of a grid; it is drawn anew only where something of it has changed, not for each step of scrolling. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow;
