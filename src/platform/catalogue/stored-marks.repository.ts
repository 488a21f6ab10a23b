import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '#core/context/context.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { readSettings } from './environment.repository.js';
import { storedMarks } from './stored-marks.sql.js';
import { marksAbout, touchedNames, type WriteExtent } from '#core/catalogue/used-definitions.js';

interface MarksRow {
  readonly version: string;
  readonly settings: string;
  readonly roles: readonly string[];
  readonly teams: readonly string[];
  readonly marks: readonly string[];
}

const isSame = (some: Iterable<string>, others: Iterable<string>): boolean =>
  isDeepStrictEqual(new Set(some), new Set(others));

/** Roles of the user that the key of the call leaves. */
const isOfKey =
  ({ key }: RequestContext['principal']) =>
  (id: string): boolean =>
    key?.roleIds?.has(id) ?? true;

/** Compares what a call uses with what is stored, without a load of the definitions. */
@Injectable()
export class StoredMarks {
  constructor(private readonly platform: PlatformDatabase) {}

  /**
   * Version of the definitions, if what a write uses of them, and the caller's roles and teams, are those of its context;
   * else undefined.
   */
  async versionUnlessUsed({ catalogue, principal }: RequestContext, written: WriteExtent): Promise<string | undefined> {
    const { id, schema, settings } = catalogue.environment;
    const names = touchedNames(catalogue, written).filter((name) => catalogue.marks.has(name));
    const [row] = await this.platform.repeatable<MarksRow>(storedMarks(schema), [id, principal.userId, names]);
    const isUnused =
      row !== undefined &&
      isDeepStrictEqual(readSettings(row.settings), settings) &&
      isSame(row.marks, marksAbout(catalogue, names)) &&
      (principal.userId === SYSTEM_USER_ID ||
        (isSame(row.roles.filter(isOfKey(principal)), principal.roleIds) && isSame(row.teams, principal.teamIds)));
    return isUnused ? row.version : undefined;
  }
}
