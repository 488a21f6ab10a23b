import type { RequestContext } from '../../core/context.js';
import { DomainError, type Fault } from '../../core/errors.js';
import { EXPLAINED, type Explained } from '../../core/explanations/explain-access.js';
import { readUuid } from '../../core/values/uuid-text.js';
import { readerOf } from '../../core/json/reader-of.js';
import type { ShapeReader } from '../../core/requests/shape-reader.js';
import { queryValues, type QueryString } from '../../platform/http/query-string.js';
import type { Question } from './question.js';

const NAMES = ['entityName', 'operation', 'recordId', 'userId'] as const;
type Name = (typeof NAMES)[number];

/**
 * Reads the query string of GET /api/v1/access/explain.
 * @throws {DomainError} all faults at once, each with the name of its parameter; AdministratorRequired for another user
 */
export function readQuestion(
  ctx: RequestContext,
  query: QueryString,
): { readonly question: Question; readonly log: readonly string[] } {
  const reader = readerOf(ctx);
  const values = queryValues(query, NAMES);
  for (const name of values.keys()) if (!NAMES.some((known) => known === name)) reader.unknown(name, '', NAMES);
  const parameters = new Parameters(reader, values);
  const entityName = parameters.required('entityName');
  const operation = parameters.operation();
  const [recordId, userId = ctx.principal.userId] = [parameters.uuid('recordId'), parameters.uuid('userId')];
  const entity = entityName === undefined ? undefined : ctx.catalogue.find(entityName);
  const refused = [...unknownEntity(ctx, entityName), ...foreignUser(ctx, userId)];
  const faults = [...reader.faults.list, ...refused];
  if (faults.length > 0 || !entity || !operation) throw new DomainError(...faults);
  return { question: { entity, operation, userId, ...(recordId !== undefined && { recordId }) }, log: reader.log };
}

function unknownEntity({ catalogue }: RequestContext, name: string | undefined): readonly Fault[] {
  if (name === undefined || catalogue.find(name)) return [];
  return [{ code: 'UnknownEntity', message: catalogue.unknownEntity(name), fieldName: 'entityName' }];
}

function foreignUser({ principal }: RequestContext, userId: string): readonly Fault[] {
  if (principal.isAdministrator || userId === principal.userId) return [];
  const message = 'Only an Administrator asks about another user.';
  return [{ code: 'AdministratorRequired', message, fieldName: 'userId' }];
}

/** Parameters of a query string; each fault names its parameter. */
class Parameters {
  constructor(
    private readonly reader: ShapeReader,
    private readonly values: ReadonlyMap<string, readonly string[]>,
  ) {}

  required(name: Name): string | undefined {
    const given = this.#optional(name);
    return given === undefined && !this.#isRepeated(name) ? this.#fault(name, `${name} is required.`) : given;
  }

  operation(): Explained | undefined {
    const text = this.required('operation');
    if (text === undefined) return undefined;
    const known = EXPLAINED.find((each) => each.toLowerCase() === text.toLowerCase());
    return known ?? this.#fault('operation', `operation must be one of ${EXPLAINED.join(', ')}.`);
  }

  uuid(name: Name): string | undefined {
    const text = this.#optional(name);
    if (text === undefined) return undefined;
    return readUuid(text) ?? this.#fault(name, `${name} must be a UUID.`);
  }

  #optional(name: Name): string | undefined {
    if (this.#isRepeated(name)) return this.#fault(name, `${name} is given more than once.`);
    const [text = ''] = this.values.get(name) ?? [];
    return text === '' ? undefined : text;
  }

  #isRepeated(name: Name): boolean {
    return (this.values.get(name)?.length ?? 0) > 1;
  }

  #fault(fieldName: Name, message: string): undefined {
    this.reader.faults.add('Validation', message, { fieldName, path: fieldName });
    return undefined;
  }
}
