import { Injectable } from '@nestjs/common';
import { isMember, type Person } from '#platform/auth/person.js';
import { type Identity, mayEnter } from '#platform/catalogue/identity.js';
import { type MemberEnvironment, MemberEnvironments } from '#platform/catalogue/member-environments.repository.js';
import type { Claims } from '#access/core/mappings/claim-values.js';
import { FindNewcomers } from '#access/mappings/find-newcomers.service.js';

/** Environments of a person that one answer lists. */
export const MAX_ENVIRONMENTS = 1_000;

/** Lists the environments that a person may call, by their names. */
@Injectable()
export class ListEnvironments {
  /** Lists under way, by token: each takes a connection, of which the service has a few for itself. */
  readonly #underWay = new Map<Identity, Promise<readonly MemberEnvironment[]>>();

  constructor(
    private readonly environments: MemberEnvironments,
    private readonly newcomers: FindNewcomers,
  ) {}

  /**
   * @param claimsOf the claims of the token, where the caller has one
   * @returns one more than MAX_ENVIRONMENTS where there are more
   */
  async of(person: Person, claimsOf: () => Claims): Promise<readonly MemberEnvironment[]> {
    if (!isMember(person)) return this.#underWay.get(person) ?? this.#start(person, claimsOf());
    const { catalogue, principal } = person;
    const environments = await this.environments.named(catalogue.environment.id);
    return environments.map((environment) => ({ environment, isAdministrator: principal.isAdministrator }));
  }

  #start(person: Identity, claims: Claims): Promise<readonly MemberEnvironment[]> {
    const started = this.#find(person, claims).finally(() => this.#underWay.delete(person));
    this.#underWay.set(person, started);
    return started;
  }

  async #find(person: Identity, claims: Claims): Promise<readonly MemberEnvironment[]> {
    const all = await this.environments.named();
    const open = all.filter((environment) => mayEnter(person, environment));
    return this.environments.of(
      person,
      open,
      (unknown) => this.newcomers.among(unknown, person, claims),
      MAX_ENVIRONMENTS + 1,
    );
  }
}
