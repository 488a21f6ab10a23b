import { readFileSync } from 'node:fs';
import type { CellsFile } from '#core/cells/cell.js';
import { readCellsFile } from '#core/cells/cells-file.js';
import { DomainError } from '#core/errors.js';
import type { Settings } from './settings.js';

/** The cell of a node, and the file that says which environment lives in which (docs/cells.md). */
export interface CellConfig {
  /** CELL, the name of the cell in the file. */
  readonly name: string;
  /** CELLS_FILE, read again after each change. */
  readonly path: string;
  /** Content of the file at the start. */
  readonly file: CellsFile;
}

/** Reads CELL and CELLS_FILE, which need each other. */
export function cellConfig(settings: Settings): CellConfig | undefined {
  const [name, path] = [settings.text('CELL'), settings.text('CELLS_FILE')];
  if (name === undefined && path === undefined) return undefined;
  if (name === undefined || path === undefined) {
    settings.problem('CELL and CELLS_FILE must be set together');
    return undefined;
  }
  try {
    const file = readCellsFile(readFileSync(path, 'utf8'));
    if (file.cells.some((cell) => cell.name === name)) return { name, path, file };
    settings.problem(`CELL must be one of the cells of CELLS_FILE: ${file.cells.map((cell) => cell.name).join(', ')}`);
  } catch (error) {
    const faults = error instanceof DomainError ? error.faults.map(({ message }) => message) : [String(error)];
    settings.problem(`CELLS_FILE cannot be read: ${faults.join(' ')}`);
  }
  return undefined;
}
