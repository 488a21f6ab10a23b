import type { RequestContext } from '#core/context/context.js';
import { visible } from '#core/nearest.js';
import type { CodedAction } from '#automation/core/coded-actions/coded-action.js';
import type { OpenApiVersion } from '#core/schemas/openapi-versions.js';
import type { Routine } from '#routines/core/routine.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import type { DescribedRights } from './described-rights.js';
import { named } from './described-operations.js';
import type { EnvironmentComponents } from './environment-components.js';
import type { DescribedOperation, FixedDocument } from '#core/schemas/fixed-document.js';
import { QuerySchemas, tokensSchema, type DescribedQuery } from './query-schemas.js';
import { routineRequestSchema, routineRowSchema } from './routine-schemas.js';
import { objectSchema, OPEN_OBJECT, schemaRef, type NamedSchema, type Schema } from '#core/schemas/schema.js';

const BY_NAME = '/api/v1/queries/execute/{appObjectName}/{queryName}';
const BY_ID = '/api/v1/queries/execute/{queryId}';
const EXECUTE = '/api/v1/workflows/execute/{workflowId}';

/** Component or operation of one definition. */
export type DefinitionPart =
  | { readonly kind: 'schema'; readonly schema: NamedSchema }
  | { readonly kind: 'operation'; readonly path: string; readonly operation: DescribedOperation };

const component = (name: string, schema: Schema): DefinitionPart => ({ kind: 'schema', schema: [name, schema] });

/** Describes the queries, workflows and routines that a caller may use. */
export class DefinitionParts {
  constructor(
    private readonly ctx: RequestContext,
    private readonly components: EnvironmentComponents,
    private readonly frame: FixedDocument,
  ) {}

  /** Body, row and operation of a saved query; nothing where the caller may not run it. */
  *query(query: DescribedQuery): Generator<DefinitionPart> {
    const described = this.components.entities.get(query.entityName.toLowerCase());
    if (!described || described.shown.length === 0) return;
    const schemas = new QuerySchemas(this.ctx, described, this.components);
    const row = schemas.row(query);
    if (!row) return;
    const { name: entityName } = described.entity;
    const [rowName, body] = ['Row', 'RunRequest'].map((what) => this.components.take(entityName, query.name, what));
    yield component(rowName, { description: `Row of the saved query ${entityName}/${visible(query.name)}.`, ...row });
    const isBodyRequired = query.parameters.some(({ required }) => required);
    yield component(body, this.#withTokens('RunQueryRequest', schemas.tokens(query), isBodyRequired));
    const operation = named(this.frame.paths[BY_NAME].post, {
      operationId: this.#operationId('run', entityName, query.name),
      summary: `Run ${this.components.label(query.labels, `${entityName}/${query.name}`)}`,
      body,
      isBodyRequired,
      answer: rowsAnswer(rowName),
    });
    yield { kind: 'operation', path: pathOf(entityName, query), operation };
  }

  /** Body and operation of a Manual workflow. */
  *workflow(workflow: Workflow): Generator<DefinitionPart> {
    const body = this.components.take(workflow.name, 'ExecuteRequest');
    const isBodyRequired = workflow.tokens.some(({ required }) => required);
    yield component(body, this.#withTokens('ExecuteWorkflowRequest', tokensSchema(workflow.tokens), isBodyRequired));
    const operation = named(this.frame.paths[EXECUTE].post, {
      operationId: this.#operationId('execute', workflow.name),
      summary: `Execute ${this.components.label(workflow.labels, workflow.name)}`,
      body,
      isBodyRequired,
    });
    yield { kind: 'operation', path: EXECUTE.replace('{workflowId}', workflow.id), operation };
  }

  /** Body, and row of a table function. @returns the name of the body's component */
  *routine(routine: Routine): Generator<DefinitionPart, string> {
    const body = this.components.take(routine.name, 'CallRequest');
    yield component(body, routineRequestSchema(routine, this.components));
    const row = routineRowSchema(routine);
    if (row) yield component(this.components.take(routine.name, 'Row'), row);
    return body;
  }

  /** Coded actions as they stand among the `Actions` of a workflow. Keywords of 2020-12 are not for OpenAPI 3.0. */
  *actions(actions: readonly CodedAction[], version: OpenApiVersion): Generator<DefinitionPart> {
    for (const { type, input } of actions) {
      const members: readonly [string, Schema][] = [
        ['Name', { type: 'string' }],
        ['Type', { type: 'string', enum: [type] }],
        ['Input', version === '3.1' ? (input as Schema) : {}],
        ['When', OPEN_OBJECT],
        ['OnError', { type: 'string', enum: ['Fail', 'Continue'] }],
      ];
      const description = `Action of a workflow, one of its \`Actions\`. Texts of \`Input\` may have tokens.`;
      yield component(this.components.take(type, 'Action'), {
        description,
        ...objectSchema(members, ['Name', 'Type']),
      });
    }
  }

  #operationId(verb: string, ...names: readonly string[]): string {
    const name = this.components.take(verb, ...names);
    return `${name[0].toLowerCase()}${name.slice(1)}`;
  }

  /** Body of a run or execution, with the tokens of one definition. */
  #withTokens(general: string, tokens: Schema, isRequired: boolean): Schema {
    const { properties } = this.frame.components.schemas[general];
    const members = { ...(properties as Readonly<Record<string, Schema>>), Reqtokens: tokens };
    return objectSchema(Object.entries(members), isRequired ? ['Reqtokens'] : []);
  }
}

/** Path of a query: by name, but by id where a name has signs that generators and URLs read as an escape or a step. */
function pathOf(entityName: string, { id, name }: DescribedQuery): string {
  if (name.includes('%') || name === '.' || name === '..') return BY_ID.replace('{queryId}', id);
  const inPath = encodeURIComponent(name.toWellFormed());
  return BY_NAME.replace('{appObjectName}', entityName).replace('{queryName}', () => inPath);
}

/** Registered routines that the caller may call. */
export const callableRoutines = (routines: readonly Routine[], rights: DescribedRights): readonly Routine[] =>
  routines.filter(
    ({ requiredPermission }) =>
      rights.isAdministrator ||
      requiredPermission === undefined ||
      rights.permissions.has(requiredPermission.toLowerCase()),
  );

const rowsAnswer = (rowName: string): Schema => ({
  allOf: [schemaRef('Envelope')],
  type: 'object',
  required: ['Result'],
  properties: {
    Result: { type: 'array', items: schemaRef(rowName) },
    TotalIsExact: { type: 'boolean' },
    Truncated: { type: 'boolean' },
    NextCursor: { type: ['string', 'null'] },
  },
});
