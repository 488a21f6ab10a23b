import type { ReactNode } from 'react';

/** A column of a grid. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** Width in pixels. */
  readonly width: number;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface Order {
  readonly column: string;
  readonly isDescending: boolean;
}

/** How cells are edited in place. */
export interface Editing<Row> {
  readonly canEdit: (row: Row, column: string) => boolean;
  /** Editor of a cell. @param end closes it, and gives the focus back to the cell */
  readonly editor: (row: Row, column: string, end: () => void) => ReactNode;
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
  /** Key of the row whose details are shown beside the grid. */
  readonly current?: string;
  /** Undefined where no cell is edited in place. */
  readonly editing?: Editing<Row>;
  /** Called when the focus comes to another row. Where it is given, a click chooses a row, and a double click opens it. */
  readonly onChoose?: (row: Row) => void;
}

/** A cell by its place; the row -1 is the head. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The cell that the keys start from. */
export interface Active {
  readonly active: Cell;
  readonly onActive: (cell: Cell) => void;
}
