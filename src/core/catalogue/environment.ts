import type { ProvisionMode } from './identity-mapping.js';
import { HUB_NAMES, type HubNames } from './hub-names.js';

/** Forms of times in MessagePack messages of the hub: those of the .NET types, or the text that JSON has. */
export const HUB_TIMES = ['DateTime', 'DateTimeOffset', 'Text'] as const;

/** Environment of a call: ids and short names of tenant, app and environment, settings, and the PostgreSQL schema. */
export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly appId: string;
  readonly appName: string;
  readonly tenantId: string;
  readonly tenantName: string;
  /** PostgreSQL schema of this environment's tables. */
  readonly schema: string;
  readonly settings: EnvironmentSettings;
}

/** Settings of an environment; each has a default. */
export interface EnvironmentSettings {
  /** IANA time zone of `Today`; default `UTC`. */
  readonly timeZone: string;
  /** Language tag of the texts that definitions have outside of `Labels`; default `en`. */
  readonly language: string;
  /** `Result` of an insert: the created `Record` (default) or the bare `Id`. */
  readonly insertResult: 'Record' | 'Id';
  /** Errors answer HTTP 200 with the real status in `StatusCode`; default false. */
  readonly errorsAsHttp200: boolean;
  /**
   * Treats a missing `Value` of an assignment, Match or parameter as null, for clients that omit nulls; default false.
   */
  readonly absentValueIsNull: boolean;
  /** `Provision`: whether persons of tokens become users, and whether mapped roles follow claims; default `off`. */
  readonly provision: ProvisionMode;
  /** `hub.names`: names of the hub's methods and messages. */
  readonly hubNames: HubNames;
  /** `hub.times`: form of times in MessagePack messages; default `DateTime`. */
  readonly hubTimes: (typeof HUB_TIMES)[number];
}

/** Settings of an environment that gives none. */
export const DEFAULT_SETTINGS: EnvironmentSettings = {
  timeZone: 'UTC',
  language: 'en',
  insertResult: 'Record',
  errorsAsHttp200: false,
  absentValueIsNull: false,
  provision: 'off',
  hubNames: HUB_NAMES,
  hubTimes: 'DateTime',
};
