import type { RowsPart } from '#platform/database/tables/environment-rows.js';
import type { SequenceShape, TableShape } from './table-shape.js';

/** Format of streams and archives; another one is refused. */
export const FORMAT = 1;

/** Names of an environment's tenant, app and environment. */
export interface Place {
  readonly tenant: string;
  readonly app: string;
  readonly environment: string;
}

/** The row of an environment, with its app and tenant. */
export interface EnvironmentRecord extends Place {
  readonly id: string;
  /** The environment that it is a copy of, or itself. */
  readonly originId: string;
  readonly appId: string;
  readonly tenantId: string;
  readonly tenantLabel: string;
  readonly schema: string;
  /** JSON text. */
  readonly settings: string;
  readonly definitionsVersion: string;
  readonly principalsVersion: string;
}

/** Rows of a platform table that a stream has. */
export interface RowsHeader {
  readonly kind: 'rows';
  /** Name in schema `platform`. */
  readonly table: string;
  readonly part: RowsPart;
  readonly columns: readonly string[];
}

/** Rows of a table of the environment. */
export interface TableHeader {
  readonly kind: 'table';
  readonly table: string;
  readonly columns: readonly string[];
}

/** Beginning of the stream of an environment. */
export interface Manifest {
  readonly format: number;
  /** Version of the service that wrote it. */
  readonly version: string;
  /** Migrations that its database has. */
  readonly migrations: readonly string[];
  /** ISO 8601, of the snapshot. */
  readonly takenAt: string;
  readonly environment: EnvironmentRecord;
  readonly tables: readonly TableShape[];
  readonly sequences: readonly SequenceShape[];
  /** Estimated number of all rows. */
  readonly rows: number;
  /** True where work goes on: runs, schedules, accepted writes, triggers. */
  readonly hasWork: boolean;
  readonly isAnonymised: boolean;
}

/** Rows of one table, in the text format of COPY. */
export interface RowStream {
  readonly header: RowsHeader | TableHeader;
  readonly chunks: AsyncIterable<Buffer>;
}

/** An environment as a database or an archive gives it: all of one instant, each part once and in this order. */
export interface EnvironmentStream {
  readonly manifest: Manifest;
  /** Tables of the environment, then past rows of the platform, then its work. */
  rows(): AsyncIterable<RowStream>;
}

/** Refusal of a copy, archive or restore, with a reason for its operator. */
export class TransferRefused extends Error {}
