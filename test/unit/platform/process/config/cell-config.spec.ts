import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellConfig } from '#platform/process/config/cell-config.js';
import { Settings } from '#platform/process/config/settings.js';
import { StartRefused } from '#platform/process/config/start-refused.js';

const folder = mkdtempSync(join(tmpdir(), 'cells-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'cells.json');
const write = (text: string): void => writeFileSync(path, text);

function refusalOf(env: Readonly<Record<string, string>>): string {
  const settings = new Settings(env);
  expect(cellConfig(settings)).toBeUndefined();
  try {
    settings.throwIfAny();
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
  }
  return '';
}

it('reads the file of the cells', () => {
  write('{"Cells": {"a": {"Default": true, "Origins": ["http://a:1"]}}}');
  const config = cellConfig(new Settings({ CELL: 'a', CELLS_FILE: path }));
  expect([config?.name, config?.path, config?.file.cells.length]).toEqual(['a', path, 1]);
  expect(cellConfig(new Settings({}))).toBeUndefined();
});

it('refuses a cell without a file, an unknown cell and a faulty file', () => {
  write('{"Cells": {"a": {"Default": true, "Origins": ["http://a:1"]}}}');
  expect(refusalOf({ CELL: 'a' })).toContain('CELL and CELLS_FILE must be set together');
  expect(refusalOf({ CELLS_FILE: path })).toContain('CELL and CELLS_FILE must be set together');
  expect(refusalOf({ CELL: 'A', CELLS_FILE: path })).toContain('CELL must be one of the cells of CELLS_FILE: a');
  expect(refusalOf({ CELL: 'a', CELLS_FILE: join(folder, 'none') })).toContain('CELLS_FILE cannot be read');
  write('{"Cells": {"a": {"Origin": []}}}');
  expect(refusalOf({ CELL: 'a', CELLS_FILE: path })).toMatch(/Origins.*Default/s);
});
