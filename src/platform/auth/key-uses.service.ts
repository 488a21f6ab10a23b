import { Injectable } from '@nestjs/common';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';

const EVERY_MS = 20_000;

/** The same in every environment: a later time of another node stays. */
const noteUses = (schema: string): string => `
  UPDATE "${schema}"."ApiKey" k
  SET "LastUsedOn" = to_timestamp(v.ms / 1000.0)
  FROM unnest($1::uuid[], $2::float8[]) AS v(id, ms)
  WHERE k."Id" = v.id AND (k."LastUsedOn" IS NULL OR k."LastUsedOn" < to_timestamp(v.ms / 1000.0))`;

/** Stores when keys were used last, all of a process together. It is no change of the record, and has no change row. */
@Injectable()
export class KeyUses {
  /** Times by key, by the schema of the environment. */
  #uses = new Map<string, Map<string, number>>();

  constructor(private readonly platform: PlatformDatabase) {}

  /** Notes a use of now. */
  note(schema: string, keyId: string): void {
    const uses = this.#uses.get(schema) ?? new Map<string, number>();
    if (uses.size === 0) this.#uses.set(schema, uses);
    uses.set(keyId, Date.now());
  }

  @Upkeep(EVERY_MS)
  async store(): Promise<void> {
    const uses = this.#uses;
    this.#uses = new Map();
    for (const [schema, times] of uses)
      await this.platform.repeatable(noteUses(schema), [[...times.keys()], [...times.values()]]);
  }
}
