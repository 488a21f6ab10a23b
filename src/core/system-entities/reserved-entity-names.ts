/**
 * Entities that will be added with later capabilities. Their names are reserved, and definition files may already grant
 * access to them (docs/definitions.md#reserved-entity-names).
 */
const RESERVED_NAMES = ['WorkflowRun', 'WorkflowStep'];

const lowerCase = new Set(RESERVED_NAMES.map((name) => name.toLowerCase()));

/** Tells whether a name, in any letter case, is reserved for a later entity. */
export const isReservedEntityName = (entityName: string): boolean => lowerCase.has(entityName.toLowerCase());
