/** Names outside the catalogue to which lifecycles and approval processes may refer. */
export interface NamedDefinitions {
  readonly roles: readonly string[];
  readonly teams: readonly string[];
  readonly permissions: readonly string[];
  readonly workflows: readonly string[];
  /** Names of the validator hooks in code. */
  readonly validatorHooks: readonly string[];
  /** UserNames of the users among those that processes name, disabled ones included. */
  readonly users: readonly string[];
}
