import { Injectable } from '@nestjs/common';
import { checkSettings } from '#definitions/core/environments/check-settings.js';
import { strictReader } from '#core/compile/no-environment.js';
import { isObject, writeJson, type JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { NotifyChannel } from '#platform/database/notify-channel.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

/** Reads and changes the settings of environments, with the rights of the operator. */
@Injectable()
export class EnvironmentSettingsStore {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly channel: NotifyChannel,
  ) {}

  /** Reads the settings that an environment was given. @param id of the environment */
  async read(id: string): Promise<JsonObject> {
    const [{ settings }] = await this.platform.repeatable<{ readonly settings: string }>(
      'SELECT settings::text AS settings FROM platform.environment WHERE id = $1',
      [id],
    );
    const json = readJson(settings);
    return isObject(json) ? json : {};
  }

  /**
   * Replaces the settings that an environment was given, on all nodes within a second. Nodes see it as a change of the
   * definitions. Tables and indexes do not depend on settings, so that they stay complete.
   * @param settings by name; null is the default
   * @throws {DomainError} with all faults
   */
  async replace(id: string, settings: JsonObject): Promise<void> {
    const reader = strictReader();
    const given = checkSettings(reader, settings, '');
    reader.faults.throwIfAny();
    await this.platform.transaction(async (query) => {
      await query(
        `UPDATE platform.environment SET
           settings = $2::jsonb,
           definitions_version = definitions_version + 1,
           completed_version = completed_version + (completed_version = definitions_version)::int,
           indexed_version = indexed_version + (indexed_version = definitions_version)::int
         WHERE id = $1::uuid`,
        [id, writeJson(given)],
      );
      await this.channel.notifyWithin(query, 'definitions');
    });
  }
}
