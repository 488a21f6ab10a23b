import { type Entity, fieldLabel, lookedUp, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { listFields } from './list-columns';
import { saveFile } from '../../data/save-file';

/** Signs with which a spreadsheet would take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A cell of CSV: quoted, and never a formula. */
function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Saves rows as a file of comma-separated values, in UTF-8 with a mark for spreadsheets. */
export function saveCsv(entity: Entity, rows: readonly Row[]): void {
  const fields = listFields(entity).filter(({ FieldName }) => rows.some((row) => FieldName in row));
  const lines = rows.map((row) =>
    fields.map(({ FieldName, FieldType }) => {
      const value = row[FieldName];
      return cell(FieldType === 'Lookup' ? (lookedUp(value)?.text ?? '') : textOf(value));
    }),
  );
  const text = [fields.map((field) => cell(fieldLabel(field))), ...lines].map((line) => line.join(',')).join('\r\n');
  saveFile(new File([`\uFEFF${text}`], `${entity.EntityName}.csv`, { type: 'text/csv;charset=utf-8' }));
}
