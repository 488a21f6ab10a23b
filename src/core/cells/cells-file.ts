import { strictReader } from '#core/compile/no-environment.js';
import { isObject, kindOf, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { isUuid } from '#core/values/uuid-text.js';
import type { Cell, CellsFile, Parts, PlacedEnvironment } from './cell.js';
import { addPlacementFaults } from './placement-faults.js';

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;
const PART = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
const LISTEN = /^[A-Za-z0-9.:[\]_-]*:\d{1,5}$/;
/** Characters that configurations of routers read as text. */
const FILE = /^\/[A-Za-z0-9._/-]+$/;

/** Reads a file of cells. @throws {DomainError} with all faults */
export function readCellsFile(text: string): CellsFile {
  const reader = strictReader();
  const file = reader.closedObject(readJson(text), '', ['Listen', 'Certificate', 'Cells']);
  const cells = readCells(reader, file.value('Cells'));
  const listen = matching(file, 'Listen', LISTEN, "a host and a port, such as '127.0.0.1:8080' or ':443'") ?? ':8080';
  const certificate = matching(file, 'Certificate', FILE, 'the absolute path of a PEM file');
  if (cells.length > 0) addPlacementFaults(cells, reader.faults);
  reader.faults.throwIfAny();
  return { listen, certificate, cells };
}

function matching(members: Members, name: string, pattern: RegExp, allowed: string): string | undefined {
  const text = members.optionalText(name);
  if (text === undefined || pattern.test(text)) return text;
  return members.fault(name, `${members.at(name)} must be ${allowed}.`);
}

function readCells(reader: ShapeReader, json: JsonValue | undefined): readonly Cell[] {
  if (!isObject(json)) {
    const message = `Cells must be an object with a member for each cell, not ${kindOf(json)}.`;
    reader.faults.add('Validation', message, { path: 'Cells' });
    return [];
  }
  const named = Object.entries(json);
  if (named.length === 0) reader.faults.add('Validation', 'Cells must have at least one cell.', { path: 'Cells' });
  return named.map(([name, cell]) => readCell(reader, name, cell));
}

function readCell(reader: ShapeReader, name: string, json: JsonValue): Cell {
  const path = `Cells.${name}`;
  if (!NAME.test(name)) {
    const message = `The name of a cell, '${name}', must be 1 to 63 letters, digits, '_' or '-', and begin with a letter.`;
    reader.faults.add('Validation', message, { path });
  }
  const cell = reader.closedObject(json, path, ['Origins', 'Default', 'Environments']);
  const origins = (cell.array('Origins') ?? []).flatMap((origin, i) => readOrigin(cell, origin, i));
  if (cell.value('Origins') !== undefined && origins.length === 0)
    cell.fault('Origins', `${cell.at('Origins')} must have the address of at least one node.`);
  const isDefault = cell.value('Default') ?? false;
  if (typeof isDefault !== 'boolean') cell.fault('Default', `${cell.at('Default')} must be true or false.`);
  const environments = (cell.optionalArray('Environments') ?? []).flatMap((environment, i) =>
    readEnvironment(reader, environment, `${cell.at('Environments')}[${i}]`),
  );
  return { name, origins, isDefault: isDefault === true, environments };
}

function readOrigin(cell: Members, json: JsonValue, index: number): readonly string[] {
  const text = typeof json === 'string' ? json : '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' && url.origin === text) return [text];
  const place = `Origins[${index}]`;
  const example = 'http:// with a host in lower case and a port, and nothing else, such as http://10.0.0.5:3000';
  cell.fault(place, `${cell.at(place)} must be ${example}.`);
  return [];
}

function readEnvironment(reader: ShapeReader, json: JsonValue, path: string): readonly PlacedEnvironment[] {
  const environment = reader.closedObject(json, path, ['Name', 'Ids']);
  const names = readParts(environment, 'Name', PART.test.bind(PART), 'names of tenant, app and environment');
  const ids = readParts(environment, 'Ids', isUuid, 'the UUIDs of tenant, app and environment');
  return names && ids ? [{ names, ids, path }] : [];
}

function readParts(members: Members, name: string, isPart: (text: string) => boolean, what: string): Parts | undefined {
  const text = members.text(name);
  if (text === undefined) return undefined;
  const parts = text.split('/');
  if (parts.length === 3 && parts.every(isPart)) return parts as unknown as Parts;
  return members.fault(name, `${members.at(name)} must be ${what}, with '/' between them.`);
}
