import type { JsonObject } from '#core/json/json.js';

/** Tenant, app and environment, in this order. */
export type Parts = readonly [tenant: string, app: string, environment: string];

/** An environment of a cell. */
export interface PlacedEnvironment {
  readonly names: Parts;
  readonly ids: Parts;
  /** Path in the file. */
  readonly path: string;
}

/** A PostgreSQL server with its standbys, and the nodes that use it. */
export interface Cell {
  readonly name: string;
  /** Addresses of its nodes, such as `http://10.0.0.5:3000`. */
  readonly origins: readonly string[];
  /** It answers calls that name no environment, or an unknown one. */
  readonly isDefault: boolean;
  readonly environments: readonly PlacedEnvironment[];
}

/** The file that says which environment lives in which cell (docs/cells.md#the-file). */
export interface CellsFile {
  /** Address at which a router listens, as `host:port`; the host may be empty: all addresses. */
  readonly listen: string;
  /** PEM file with the router's certificate and its key; undefined: the router does not terminate TLS. */
  readonly certificate: string | undefined;
  readonly cells: readonly Cell[];
}

/** All ways in which calls may name an environment, in lower case: each part by its name or its id. */
export const spellingsOf = ({ names, ids }: Pick<PlacedEnvironment, 'names' | 'ids'>): readonly string[] =>
  [names[0], ids[0]].flatMap((tenant) =>
    [names[1], ids[1]].flatMap((app) =>
      [names[2], ids[2]].map((environment) => `${tenant}/${app}/${environment}`.toLowerCase()),
    ),
  );

/** The cell that answers calls without environment. */
export const defaultCellOf = ({ cells }: Pick<CellsFile, 'cells'>): Cell => cells.find(({ isDefault }) => isDefault)!;

/** An entry of the file, as JSON. */
export const entryOf = ({ names, ids }: Pick<PlacedEnvironment, 'names' | 'ids'>): JsonObject => ({
  Name: names.join('/'),
  Ids: ids.join('/'),
});
