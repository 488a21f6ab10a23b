import type { Fault } from '#core/errors.js';

/**
 * Most definitions that an environment may have, by the name of their entity; `Entity.Field` and the like: most parts of
 * one definition; `Kilobytes`: most that all of them take as JSON, in 1,024 characters.
 */
export type DefinitionLimits = Readonly<Record<string, number>>;

/** Defaults, which 500 entities and 10,000 triggers fit (docs/limits.md#definitions-of-an-environment). */
export const DEFINITION_LIMITS: DefinitionLimits = {
  Team: 10_000,
  Role: 2_000,
  Permission: 2_000,
  RolePermission: 20_000,
  RoleAccess: 50_000,
  FieldAccess: 50_000,
  IdentityMapping: 5_000,
  Entity: 1_000,
  Relation: 5_000,
  Field: 20_000,
  'Entity.Field': 500,
  Rule: 5_000,
  'Entity.Rule': 200,
  Hook: 5_000,
  'Entity.Hook': 200,
  Index: 5_000,
  Lifecycle: 1_000,
  Status: 10_000,
  'Lifecycle.Status': 200,
  Transition: 20_000,
  'Lifecycle.Transition': 1_000,
  ApprovalProcess: 1_000,
  Workflow: 2_000,
  Trigger: 20_000,
  SavedQuery: 10_000,
  SavedView: 100_000,
  'SavedQuery.SavedView': 5_000,
  List: 2_000,
  DatabaseObject: 1_000,
  Kilobytes: 65_536,
};

/** Name of the setting that changes limits. */
export const LIMITS_SETTING = 'DEFINITION_LIMITS';

/** Number of the definitions of one kind. */
export interface DefinitionCount {
  readonly entityName: string;
  /** Entity of the definitions that they are parts of. */
  readonly parentName?: string;
  readonly total: number;
  /** Parts of the definition that has most of them. */
  readonly largest: number;
}

/** Compares what all definitions take with the limit. @param characters of their JSON */
export function sizeFaults(limits: DefinitionLimits, characters: number): readonly Fault[] {
  const [limit, size] = [limits.Kilobytes ?? Infinity, Math.ceil(characters / 1_024)];
  if (size <= limit) return [];
  const message =
    `The definitions of the environment would take ${size} KB; the limit is ${limit}. Shorten or delete some, or ask ` +
    `the operator for a higher limit: ${LIMITS_SETTING}, Kilobytes.`;
  return [refusal(message, 'Kilobytes', limit, size)];
}

/** Lists the limits that a number of definitions is over. */
export function limitFaults(limits: DefinitionLimits, count: DefinitionCount): readonly Fault[] {
  const { entityName, parentName, total, largest } = count;
  const fault = (kind: string, n: number, whole: string): readonly Fault[] => {
    const limit = limits[kind] ?? Infinity;
    if (n <= limit) return [];
    const message =
      `${whole} would have ${n} definitions of the kind ${entityName}; the limit is ${limit}. ` +
      `Delete some, or ask the operator for a higher limit: ${LIMITS_SETTING}, ${kind}.`;
    return [refusal(message, kind, limit, n)];
  };
  return [
    ...fault(entityName, total, 'The environment'),
    ...(parentName === undefined ? [] : fault(`${parentName}.${entityName}`, largest, `One ${parentName}`)),
  ];
}

const refusal = (message: string, Kind: string, Limit: number, Count: number): Fault => ({
  code: 'Validation',
  message,
  params: { Setting: LIMITS_SETTING, Kind, Limit, Count },
});
