import { visible } from '#core/nearest.js';
import type { DescribedRights } from './described-rights.js';
import { schemaRef, type Schema } from '#core/schemas/schema.js';
import type { DescribedOperation } from '#core/schemas/fixed-document.js';

/** Kinds of things that a caller may use, which determine the operations of a description. */
export interface Usable {
  readonly isAdministrator: boolean;
  readonly canCreate: boolean;
  readonly canRead: boolean;
  readonly canUpdate: boolean;
  readonly canDelete: boolean;
  readonly canMove: boolean;
  readonly canRestore: boolean;
  /** True if the caller may create lifecycles with all their parts. */
  readonly canDesign: boolean;
  readonly hasStatuses: boolean;
  readonly hasQueries: boolean;
  readonly hasRoutines: boolean;
  readonly hasWorkflows: boolean;
}

const LIFECYCLE_PARTS = ['Lifecycle', 'Status', 'Transition'];

/** Summarises rights and definitions. */
export function usableOf(
  { isAdministrator, entities, workflows }: DescribedRights,
  counts: { readonly queries: number; readonly routines: number },
): Usable {
  const withStatuses = entities.filter(({ entity }) => entity.lifecycle);
  return {
    isAdministrator,
    canCreate: entities.some(({ creatable }) => creatable.length > 0),
    canRead: entities.some(({ shown }) => shown.length > 0),
    canUpdate: entities.some(({ updatable }) => updatable.length > 0),
    canDelete: entities.some(({ mayDelete }) => mayDelete),
    canRestore: isAdministrator || entities.some(({ entity, mayDelete }) => mayDelete && entity.membersRestore),
    canMove: withStatuses.some(({ updatable }) => updatable.length > 0),
    canDesign: LIFECYCLE_PARTS.every((name) =>
      entities.some(({ entity, creatable }) => entity.name === name && creatable.length > 0),
    ),
    hasStatuses: withStatuses.some(({ shown }) => shown.length > 0),
    hasQueries: counts.queries > 0,
    hasRoutines: counts.routines > 0,
    hasWorkflows: workflows.length > 0,
  };
}

/** Conditions under which a caller may use an operation at all; absent: always. */
export const NEEDS_OF_OPERATIONS: Readonly<Record<string, (usable: Usable) => boolean>> = {
  cloneRole: ({ isAdministrator }) => isAdministrator,
  previewAccess: ({ isAdministrator }) => isAdministrator,
  listReaders: ({ isAdministrator }) => isAdministrator,
  restoreRecords: ({ canRestore }) => canRestore,
  purgeRecords: ({ isAdministrator }) => isAdministrator,
  cancelRuns: ({ isAdministrator }) => isAdministrator,
  getQueryAdvice: ({ isAdministrator }) => isAdministrator,
  exportEnvironment: ({ isAdministrator }) => isAdministrator,
  planEnvironment: ({ isAdministrator }) => isAdministrator,
  applyEnvironment: ({ isAdministrator }) => isAdministrator,
  insertRecord: ({ canCreate }) => canCreate,
  bulkInsertRecords: ({ canCreate }) => canCreate,
  updateRecords: ({ canUpdate }) => canUpdate,
  deleteRecords: ({ canDelete }) => canDelete,
  upsertRecord: ({ canCreate, canUpdate }) => canCreate || canUpdate,
  runBatch: ({ canCreate, canUpdate, canDelete }) => canCreate || canUpdate || canDelete,
  selectRecords: ({ canRead }) => canRead,
  getRecord: ({ canRead }) => canRead,
  createBlueprint: ({ canDesign }) => canDesign,
  getAvailableStatuses: ({ hasStatuses }) => hasStatuses,
  updateStatus: ({ canMove }) => canMove,
  updateStatuses: ({ canMove }) => canMove,
  runSavedQueryByName: ({ hasQueries }) => hasQueries,
  runSavedQueryById: ({ hasQueries }) => hasQueries,
  executeDatabaseObject: ({ hasRoutines }) => hasRoutines,
  executeWorkflow: ({ hasWorkflows }) => hasWorkflows,
};

/** Tells whether a caller may use an operation of the fixed routes. */
export const isUsable = ({ operationId }: DescribedOperation, usable: Usable): boolean =>
  NEEDS_OF_OPERATIONS[operationId]?.(usable) ?? true;

/** Schemas of parameters by operation and name, in place of those of the fixed routes. */
export type ParameterSchemas = Readonly<Record<string, Readonly<Record<string, Schema>>>>;

/** Stated, because Swagger UI would make up a body that is refused for its names. */
const NO_EXAMPLES = { 'No example fits this environment: see the schema': {} };

/** Replaces the schemas of parameters and the examples of the body. */
export function adapted(
  operation: DescribedOperation,
  parameterSchemas: ParameterSchemas,
  examples: Readonly<Record<string, object>> | undefined,
): DescribedOperation {
  const schemas = parameterSchemas[operation.operationId] ?? {};
  const parameters = operation.parameters?.map((parameter) =>
    Object.hasOwn(schemas, parameter.name) ? { ...parameter, schema: schemas[parameter.name] } : parameter,
  );
  const { requestBody } = operation;
  return {
    ...operation,
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody: withExamples(requestBody, examples ?? NO_EXAMPLES) }),
  };
}

function withExamples(
  body: NonNullable<DescribedOperation['requestBody']>,
  examples: Readonly<Record<string, object>>,
): NonNullable<DescribedOperation['requestBody']> {
  const titled = Object.fromEntries(
    Object.entries(examples).map(([title, value], i) => [`example${i + 1}`, { summary: visible(title), value }]),
  );
  const json = { ...body.content['application/json'], examples: titled };
  return { ...body, content: { ...body.content, 'application/json': json } };
}

/** An operation of one query or workflow, whose path and body name it. */
export interface NamedOperation {
  readonly operationId: string;
  readonly summary: string;
  /** Name of the component of the body. */
  readonly body: string;
  readonly isBodyRequired: boolean;
  /** Schema of the answer; absent: as that of the operation that it is made of. */
  readonly answer?: Schema;
}

/** Makes an operation of one query or workflow out of the one for all of them. */
export function named(
  general: DescribedOperation,
  { operationId, summary, body, isBodyRequired, answer }: NamedOperation,
): DescribedOperation {
  const ok = answer && { description: 'OK', content: { 'application/json': { schema: answer } } };
  return {
    ...general,
    operationId,
    summary,
    parameters: (general.parameters ?? []).filter((parameter) => parameter.in !== 'path'),
    requestBody: { required: isBodyRequired, content: { 'application/json': { schema: schemaRef(body) } } },
    responses: { ...general.responses, ...(ok && { 200: ok }) },
  };
}
