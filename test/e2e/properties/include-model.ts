import * as fc from 'fast-check';
import { clauseOf } from './filters.js';
import { PUBLIC_FIELDS } from './random-entities.js';
import type { Call } from './filter-model.js';
import type { Row } from './random-environment.js';
import { printClause, type Choose } from './print-clause.js';
import { orderOf, printSort, selectedRows, type Query } from './select-model.js';
import type { KnownIds } from './values.js';

/** Where the name of an include leads to. */
interface Link {
  readonly name: string;
  readonly entity: string;
  /** Of the child, or of the row itself where the link leads up. */
  readonly lookup: string;
  readonly isUp: boolean;
}

/** Related records inside rows as the model understands them. */
export interface Include {
  readonly link: Link;
  readonly query: Query;
  /** Absent: all. */
  readonly page?: { readonly number: number; readonly size: number };
  readonly includes: readonly Include[];
}

const up = (lookup: string, entity: string): Link => ({ name: lookup, entity, lookup, isUp: true });
const down = (name: string, entity: string, lookup: string): Link => ({ name, entity, lookup, isUp: false });

const LINKS: Readonly<Record<string, readonly Link[]>> = {
  Sample: [
    up('ParentId', 'Sample'),
    up('BinId', 'Bin'),
    up('OwnerId', 'User'),
    down('SampleParentId', 'Sample', 'ParentId'),
  ],
  Bin: [up('KeeperId', 'User'), up('OwnerTeamId', 'Team'), down('SampleBinId', 'Sample', 'BinId')],
  User: [],
  Team: [],
};

const MAX_DEPTH = 3;

/** Up to two includes of rows of an entity, nested as deep as `MAX_DEPTH`. */
export function includesOf(entity: string, ids: KnownIds, depth = 1): fc.Arbitrary<readonly Include[]> {
  const links = LINKS[entity];
  if (links.length === 0 || depth > MAX_DEPTH) return fc.constant([]);
  return fc
    .subarray([...links], { minLength: depth === 1 ? 1 : 0, maxLength: 2 })
    .chain((chosen) => fc.tuple(...chosen.map((link) => includeOf(link, ids, depth))));
}

function includeOf(link: Link, ids: KnownIds, depth: number): fc.Arbitrary<Include> {
  const { entity, isUp } = link;
  const isPublic = entity in PUBLIC_FIELDS;
  const where = isPublic ? fc.constant(undefined) : fc.option(clauseOf(entity, ids, 2), { nil: undefined, freq: 1 });
  const page = fc.record({ number: fc.constantFrom(1, 1, 2), size: fc.integer({ min: 1, max: 4 }) });
  return fc.record({
    link: fc.constant(link),
    query: fc.record({
      entity: fc.constant(entity),
      where,
      sort: isUp ? fc.constant([]) : orderOf(entity),
    }),
    page: isUp ? fc.constant(undefined) : fc.option(page, { nil: undefined }),
    includes: includesOf(entity, ids, depth + 1),
  });
}

/** All includes of a tree. */
export const allOf = (includes: readonly Include[]): readonly Include[] =>
  includes.flatMap((include) => [include, ...allOf(include.includes)]);

/** A row as the answer shows it: its `Id` and what is included. */
export function shownRow(call: Call, row: Row, includes: readonly Include[]): object {
  return Object.fromEntries([['Id', row.Id], ...includes.map((each) => [each.link.name, within(call, row, each)])]);
}

function within(call: Call, row: Row, { link, query, page, includes }: Include): unknown {
  const shown = (found: Row): object => shownRow(call, found, includes);
  if (link.isUp) {
    const target = rowsOf(call, query).find(({ Id }) => Id === row[link.lookup]);
    return target ? shown(target) : null;
  }
  const children = rowsOf(call, query).filter((child) => child[link.lookup] === row.Id);
  const start = page ? (page.number - 1) * page.size : 0;
  return children.slice(start, page && start + page.size).map(shown);
}

/** Of users and teams every member reads the public fields, and `Id` is one. */
const rowsOf = (call: Call, query: Query): readonly Row[] =>
  query.entity in PUBLIC_FIELDS ? call.env.rows[query.entity] : selectedRows(call, query);

/** The `Includes` of a body. */
export const printIncludes = (includes: readonly Include[], choose: Choose): readonly object[] =>
  includes.map(({ link, query: { where, sort }, page, includes: inner }) => ({
    Name: choose(link.name, link.name.toLowerCase()),
    SelectedFields: ['Id'],
    WhereClause: where && printClause(where, choose),
    Sort: link.isUp ? undefined : printSort(sort, choose),
    Pager: page && { PageNumber: page.number, PageSize: page.size },
    Includes: inner.length > 0 ? printIncludes(inner, choose) : undefined,
  }));
