import { DomainError } from '../errors.js';
import { didYouMean } from '../nearest.js';
import type { AccessTable } from '../scope.js';
import type { Entity } from './entity.js';
import type { HubNames } from './hub-names.js';

/** Where a call happens: tenant, app and environment with their short names, and the schema that holds the data. */
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

/** Settings an administrator gives an environment; each has a default. */
export interface EnvironmentSettings {
  /** IANA zone that decides what day `Today` is; default `UTC`. */
  readonly timeZone: string;
  /** What insert answers: the created `Record` (default) or the bare `Id`. */
  readonly insertResult: 'Record' | 'Id';
  /** Errors answer HTTP 200 with the real status in `StatusCode`; default false. */
  readonly errorsAsHttp200: boolean;
  /** An assignment, a Match or a parameter without `Value` gives null, for clients that leave nulls out; default false. */
  readonly absentValueIsNull: boolean;
  /** `hub.names`: what the hub's methods and messages are called. */
  readonly hubNames: HubNames;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  /** The Administrator and its like: never changed by clone-role. */
  readonly isSystem: boolean;
  /** Names of the permissions it grants. */
  readonly permissions: ReadonlySet<string>;
}

/** The role that may everything; its name is the same in every environment. */
export const isAdministratorRole = ({ name, isSystem }: Pick<Role, 'name' | 'isSystem'>): boolean =>
  isSystem && name === 'Administrator';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly parentTeamId: string | null;
}

/** Version of a catalogue whose environment is being made. */
export const UNBORN_VERSION = '0';

/** As much of a caller's name as a message repeats. */
const MAX_SHOWN_LENGTH = 100;

/** The environment's definitions at one version: immutable, so that a call sees one state from start to end. */
export class Catalogue {
  /** @param entities keyed by name in lower case. */
  constructor(
    readonly environment: Environment,
    /** Grows with every change of a definition. */
    readonly version: string,
    readonly entities: ReadonlyMap<string, Entity>,
    readonly access: ReadonlyMap<string, AccessTable>,
    readonly organisation: { readonly roles: ReadonlyMap<string, Role>; readonly teams: ReadonlyMap<string, Team> },
  ) {}

  find(name: string): Entity | undefined {
    return this.entities.get(name.toLowerCase());
  }

  /** @throws {DomainError} UnknownEntity, with a suggestion. */
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

  /** The teams themselves and all teams below them. */
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
