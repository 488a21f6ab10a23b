/**
 * Entities of the interface that come with the capabilities that write them. Their names are taken, and roles may have
 * access to them already: definition files grant it (docs/decisions/0050).
 */
const AWAITED_ENTITIES = ['ApprovalRequest', 'ApprovalTask', 'ApprovalDecision', 'WorkflowRun', 'WorkflowStep'];

const lowerCase = new Set(AWAITED_ENTITIES.map((name) => name.toLowerCase()));

/** Whether an entity of the interface has this name, in any letter case, that is not there yet. */
export const isReservedEntityName = (entityName: string): boolean => lowerCase.has(entityName.toLowerCase());
