import { type DefinitionMarks, NO_MARKS } from './definition-marks.js';
import { DomainError } from '#core/errors.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { AccessTable } from './scope.js';
import type { Entity } from './entity.js';
import type { Environment } from './environment.js';
import type { IdentityMapping } from './identity-mapping.js';
import type { Labels } from './labels.js';
import type { Trigger } from './trigger.js';
import type { Workflow } from './workflow.js';

export interface Role {
  readonly id: string;
  readonly name: string;
  /** Marks built-in roles such as Administrator, which clone-role never changes. */
  readonly isSystem: boolean;
  /** Names of the permissions it grants. */
  readonly permissions: ReadonlySet<string>;
  readonly labels?: Labels;
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
export const NEW_ENVIRONMENT = '0';

/** Maximum number of characters of a caller's text that a message repeats. */
const MAX_SHOWN_LENGTH = 100;
const shownName = (name: string): string => shortened(name, MAX_SHOWN_LENGTH);

/** Workflows and triggers by id, inactive ones included. */
export interface Automation {
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly triggers: ReadonlyMap<string, Trigger>;
}

const NO_AUTOMATION: Automation = { workflows: new Map(), triggers: new Map() };
const NO_MAPPINGS: readonly IdentityMapping[] = [];

/** Definitions that a catalogue holds. */
export interface CatalogueParts {
  /** Keyed by name in lower case. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** Keyed by role id. */
  readonly access: ReadonlyMap<string, AccessTable>;
  readonly organisation: { readonly roles: ReadonlyMap<string, Role>; readonly teams: ReadonlyMap<string, Team> };
  /** In their order; the same object while none has changed. */
  readonly identityMappings?: readonly IdentityMapping[];
  readonly automation?: Automation;
  readonly marks?: DefinitionMarks;
}

/** Immutable definitions of an environment at one version, so that a call sees one state from start to end. */
export class Catalogue {
  readonly entities: CatalogueParts['entities'];
  readonly access: CatalogueParts['access'];
  readonly organisation: CatalogueParts['organisation'];
  readonly identityMappings: readonly IdentityMapping[];
  readonly automation: Automation;
  /** By which a write finds out whether what it uses has changed. */
  readonly marks: DefinitionMarks;
  #later: Catalogue | undefined;

  constructor(
    readonly environment: Environment,
    /** Increases with every change of a definition. */
    readonly version: string,
    parts: CatalogueParts,
  ) {
    this.entities = parts.entities;
    this.access = parts.access;
    this.organisation = parts.organisation;
    this.identityMappings = parts.identityMappings ?? NO_MAPPINGS;
    this.automation = parts.automation ?? NO_AUTOMATION;
    this.marks = parts.marks ?? NO_MARKS;
  }

  /** The same definitions at a later version, for a call that does not use those that have changed. */
  at(version: string): Catalogue {
    if (this.#later?.version !== version) this.#later = new Catalogue(this.environment, version, this);
    return this.#later;
  }

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
    throw new DomainError({
      code: 'UnknownEntity',
      message: this.unknownEntity(name),
      params: { EntityName: shownName(name) },
    });
  }

  /** Says that there is no entity of this name, with the name of one that is nearly called so. */
  unknownEntity(name: string): string {
    const names = [...this.entities.values()].map((known) => known.name);
    return `There is no entity '${shownName(name)}'.${didYouMean(name, names)}`;
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
