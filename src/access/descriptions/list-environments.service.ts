import { Injectable } from '@nestjs/common';
import { isMember, type Person } from '#platform/auth/person.js';
import { type Identity, mayEnter } from '#platform/catalogue/identity.js';
import { type MemberEnvironment, MemberEnvironments } from '#platform/catalogue/member-environments.repository.js';

/** Environments of a person that one answer lists. */
export const MAX_ENVIRONMENTS = 1_000;

/** Lists the environments that a person may call, by their names. */
@Injectable()
export class ListEnvironments {
  /** Lists under way, by person: each takes a connection, of which the service has a few for itself. */
  readonly #underWay = new Map<string, Promise<readonly MemberEnvironment[]>>();

  constructor(private readonly environments: MemberEnvironments) {}

  /** @returns one more than MAX_ENVIRONMENTS where there are more */
  async of(person: Person): Promise<readonly MemberEnvironment[]> {
    if (!isMember(person)) return this.#underWay.get(person.key) ?? this.#start(person);
    const { catalogue, principal } = person;
    const environments = await this.environments.named(catalogue.environment.id);
    return environments.map((environment) => ({ environment, isAdministrator: principal.isAdministrator }));
  }

  #start(person: Identity): Promise<readonly MemberEnvironment[]> {
    const started = this.#find(person).finally(() => this.#underWay.delete(person.key));
    this.#underWay.set(person.key, started);
    return started;
  }

  async #find(person: Identity): Promise<readonly MemberEnvironment[]> {
    const all = await this.environments.named();
    const open = all.filter((environment) => mayEnter(person, environment));
    return this.environments.of(person, open, MAX_ENVIRONMENTS + 1);
  }
}
