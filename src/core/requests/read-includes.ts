import { readWhereClause } from './where-clause.js';
import { isObject, type JsonValue } from '#core/json/json.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { readPager, readSelectedFields, readSort } from './read-page.js';
import type { IncludeCommand } from './select-command.js';

/** Maximum nesting depth of includes (docs/interface/queries.md#includes). */
export const MAX_INCLUDE_DEPTH = 5;
/** Maximum number of includes of a query, on all levels. */
export const MAX_INCLUDES = 20;

const MEMBERS = ['Name', 'SelectedFields', 'WhereClause', 'Sort', 'Pager', 'Includes'];

/** Reads the `Includes` of a query, nested ones included. */
export const readIncludes = (reader: ShapeReader, select: Members): readonly IncludeCommand[] =>
  new IncludeReader(reader).read(select, 1);

class IncludeReader {
  #count = 0;

  constructor(private readonly reader: ShapeReader) {}

  read(holder: Members, depth: number): readonly IncludeCommand[] {
    const items = holder.optionalArray('Includes') ?? [];
    this.#count += items.length;
    if (this.#count > MAX_INCLUDES) {
      holder.fault('Includes', `A query may have at most ${MAX_INCLUDES} includes, nested ones counted.`);
      return [];
    }
    if (items.length > 0 && depth > MAX_INCLUDE_DEPTH) {
      holder.fault('Includes', `Includes may be nested at most ${MAX_INCLUDE_DEPTH} levels deep.`);
      return [];
    }
    return items.flatMap((json, i) => this.#include(json, `${holder.at('Includes')}[${i}]`, depth) ?? []);
  }

  #include(json: JsonValue, path: string, depth: number): IncludeCommand | undefined {
    const include = this.reader.closedObject(json, path, MEMBERS);
    if (!isObject(json)) return undefined;
    const name = include.text('Name');
    const pager = readPager(this.reader, include);
    if (pager?.cursor !== undefined) include.fault('Pager.Cursor', 'An include has no cursor; use PageNumber.');
    const read = {
      path,
      selectedFields: readSelectedFields(include),
      where: readWhereClause(this.reader, include.value('WhereClause'), include.at('WhereClause')),
      sort: readSort(this.reader, include),
      ...(pager && { pager: { number: pager.number, size: pager.size } }),
      includes: this.read(include, depth + 1),
    };
    return name === undefined ? undefined : { name, ...read };
  }
}
