import { DomainError } from '../errors.js';
import { didYouMean } from '../nearest.js';
import type { AccessTable } from '../scope.js';
import type { Entity } from './entity.js';
import type { HubNames } from './hub-names.js';

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
  /** `Result` of an insert: the created `Record` (default) or the bare `Id`. */
  readonly insertResult: 'Record' | 'Id';
  /** Errors answer HTTP 200 with the real status in `StatusCode`; default false. */
  readonly errorsAsHttp200: boolean;
  /**
   * Treats a missing `Value` of an assignment, Match or parameter as null, for clients that omit nulls; default false.
   */
  readonly absentValueIsNull: boolean;
  /** `hub.names`: names of the hub's methods and messages. */
  readonly hubNames: HubNames;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  /** Marks built-in roles such as Administrator, which clone-role never changes. */
  readonly isSystem: boolean;
  /** Names of the permissions it grants. */
  readonly permissions: ReadonlySet<string>;
}

/** Recognises the role with all rights, which has the same name in every environment. */
export const isAdministratorRole = ({ name, isSystem }: Pick<Role, 'name' | 'isSystem'>): boolean =>
  isSystem && name === 'Administrator';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly parentTeamId: string | null;
}

/** Version of a catalogue whose environment is being created. */
export const UNBORN_VERSION = '0';

/** Maximum number of characters of a caller's text that a message repeats. */
const MAX_SHOWN_LENGTH = 100;

/** Immutable definitions of an environment at one version, so that a call sees one state from start to end. */
export class Catalogue {
  /** @param entities keyed by name in lower case. */
  constructor(
    readonly environment: Environment,
    /** Increases with every change of a definition. */
    readonly version: string,
    readonly entities: ReadonlyMap<string, Entity>,
    readonly access: ReadonlyMap<string, AccessTable>,
    readonly organisation: { readonly roles: ReadonlyMap<string, Role>; readonly teams: ReadonlyMap<string, Team> },
  ) {}

  find(name: string): Entity | undefined {
    return this.entities.get(name.toLowerCase());
  }

  /**
   * Finds an entity by its name, in any letter case.
   * @throws {DomainError} UnknownEntity, with a suggestion.
   */
  entity(name: string): Entity {
    const entity = this.find(name);
    if (entity) return entity;
    const names = [...this.entities.values()].map((known) => known.name);
    const shown = name.slice(0, MAX_SHOWN_LENGTH).toWellFormed();
    throw new DomainError({
      code: 'UnknownEntity',
      message: `There is no entity '${shown}'.${didYouMean(name, names)}`,
      params: { EntityName: shown },
    });
  }

  /** Lists the ids of the given teams and of all teams below them. */
  reach(teamIds: readonly string[]): readonly string[] {
    const reached = new Set(teamIds);
    for (let grew = true; grew;) {
      grew = false;
      for (const team of this.organisation.teams.values()) {
        if (team.parentTeamId && reached.has(team.parentTeamId) && !reached.has(team.id)) {
          reached.add(team.id);
          grew = true;
        }
      }
    }
    return [...reached];
  }
}
