import { OPERATION_NAMES, OPERATIONS, type Scope } from '#core/catalogue/scope.js';
import type { ChangedAccess } from './compare-access.js';
import { MAX_COUNTED, type SampledRecord } from './gained-records.sql.js';

/** Most users of whom a preview tells. */
export const MAX_USERS = 1_000;
/** Most elements of `Users`; the elements of a user are all there, or none. */
export const MAX_ELEMENTS = 10_000;
export const MAX_SAMPLES = 5;

/** Ids of records, at most `MAX_COUNTED`. */
export interface Gains {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** An element of `Users`. */
export interface UserChange {
  readonly UserId: string;
  readonly UserName: string;
  readonly EntityName: string;
  readonly Operation: string;
  readonly From: Scope;
  readonly To: Scope;
  readonly Gained: number | null;
  readonly Lost: number | null;
}

/** An element of `Summary`. */
export interface EntityChange {
  readonly EntityName: string;
  readonly Operation: string;
  readonly Users: number;
  readonly Gained: number | null;
  readonly Lost: number | null;
  readonly Sample: readonly SampledRecord[];
}

/** Accesses of the first users who have room; those of one user are neighbours. */
export function ofFirstUsers(changed: readonly ChangedAccess[]): readonly ChangedAccess[] {
  const users = new Set<string>();
  let end = 0;
  for (const [i, { user }] of changed.entries()) {
    if (!users.has(user.id)) end = i;
    users.add(user.id);
    if (users.size > MAX_USERS || i >= MAX_ELEMENTS) return changed.slice(0, end);
  }
  return changed;
}

/** Accesses by entity and operation, in the order of entities and operations. */
export function byOperation(changed: readonly ChangedAccess[]): readonly (readonly ChangedAccess[])[] {
  const groups = new Map<string, ChangedAccess[]>();
  for (const access of changed) {
    const key = `${access.entity.name} ${access.operation}`;
    const known = groups.get(key);
    if (known) known.push(access);
    else groups.set(key, [access]);
  }
  return [...groups.values()].toSorted(([a], [b]) => orderOf(a, b));
}

const orderOf = (a: ChangedAccess, b: ChangedAccess): number =>
  a.entity === b.entity
    ? OPERATIONS.indexOf(a.operation) - OPERATIONS.indexOf(b.operation)
    : a.entity.name < b.entity.name
      ? -1
      : 1;

/** Tells whether anything changes for the user: with the same scope, records do. */
export const isChange = ({ from, to }: ChangedAccess, gains: Gains | undefined): boolean =>
  from !== to || (gains !== undefined && gains.gained.length + gains.lost.length > 0);

/** @param gains undefined where they were not counted */
export const userChange = (access: ChangedAccess, gains: Gains | undefined): UserChange => ({
  UserId: access.user.id,
  UserName: access.user.name,
  EntityName: access.entity.name,
  Operation: OPERATION_NAMES[access.operation],
  From: access.from,
  To: access.to,
  Gained: gains?.gained.length ?? null,
  Lost: gains?.lost.length ?? null,
});

/** Distinct records of several users, at most `MAX_COUNTED`. */
export class DistinctRecords {
  readonly #ids = { gained: new Set<string>(), lost: new Set<string>() };
  #isComplete = true;

  add(gains: Gains | undefined): void {
    this.#isComplete &&= gains !== undefined;
    for (const kind of ['gained', 'lost'] as const)
      for (const id of gains?.[kind] ?? []) {
        if (this.#ids[kind].size >= MAX_COUNTED) break;
        this.#ids[kind].add(id);
      }
  }

  /** Ids of some of them, gained ones first. */
  get sample(): readonly string[] {
    return [...new Set([...this.#ids.gained, ...this.#ids.lost])].slice(0, MAX_SAMPLES);
  }

  /** Numbers of them; null where some were not counted. */
  get numbers(): Pick<EntityChange, 'Gained' | 'Lost'> {
    const { gained, lost } = this.#ids;
    return this.#isComplete ? { Gained: gained.size, Lost: lost.size } : { Gained: null, Lost: null };
  }
}

/** @param users number of users for whom the access changes */
export const entityChange = (
  { entity, operation }: ChangedAccess,
  users: number,
  records: DistinctRecords,
  Sample: readonly SampledRecord[],
): EntityChange => ({
  EntityName: entity.name,
  Operation: OPERATION_NAMES[operation],
  Users: users,
  ...records.numbers,
  Sample,
});
