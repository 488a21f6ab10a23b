import type { RequestContext } from '#core/context/context.js';
import type { Languages } from '#core/catalogue/labels.js';
import type { CodedAction } from '#automation/core/coded-actions/coded-action.js';
import type { Routine } from '#routines/core/routine.js';
import { describeSettings } from '#access/core/descriptions/describe-settings.js';
import { ComponentNames } from '#core/schemas/component-names.js';
import { callableRoutines, DefinitionParts, type DefinitionPart } from './definition-parts.js';
import { adapted, isUsable, usableOf } from './described-operations.js';
import type { DescribedRights } from './described-rights.js';
import { EnvironmentComponents } from './environment-components.js';
import { exampleBodies } from './example-bodies.js';
import type { FixedDocument } from '#core/schemas/fixed-document.js';
import { inOpenApi30, OPENAPI_VERSIONS, type OpenApiVersion } from '#core/schemas/openapi-versions.js';
import type { DescribedQuery } from './query-schemas.js';
import { recordSchemas, requestSchemas } from './record-schemas.js';
import { requestOverrides, RightsEnums } from './rights-enums.js';
import { type NamedSchema, type Schema } from '#core/schemas/schema.js';

/** A named list as descriptions need it. */
export interface DescribedList {
  readonly name: string;
  /** Entity of its records; absent for fixed values. */
  readonly entityName?: string;
}

/** Definitions that the catalogue does not hold. */
export interface DescribedDefinitions {
  readonly queries: readonly DescribedQuery[];
  readonly lists: readonly DescribedList[];
  readonly routines: readonly Routine[];
  /** Coded actions of the node. */
  readonly actions: readonly CodedAction[];
}

/** Inputs of a description. */
export interface DescriptionParts {
  readonly rights: DescribedRights;
  readonly definitions: DescribedDefinitions;
  /** Document of the fixed routes, without examples and with shared responses. */
  readonly frame: FixedDocument;
  readonly version: OpenApiVersion;
  readonly languages: Languages;
}

/**
 * Describes an environment as its caller may use it.
 * @returns pieces of the JSON text, small enough to yield the event loop between any two of them.
 */
export function describeEnvironment(ctx: RequestContext, parts: DescriptionParts): Generator<string> {
  return new EnvironmentDescription(ctx, parts).pieces();
}

/** Names of fixed components that descriptions of environments refer to beside those of the operations. */
const COMPONENT = /"#\/components\/(schemas|responses)\/([^"/]+)/g;

class EnvironmentDescription {
  readonly #components: EnvironmentComponents;
  readonly #definitions: DefinitionParts;
  readonly #enums: RightsEnums;
  /** Names of the components that the text so far refers to: `schemas/Envelope`. */
  readonly #referred = new Set<string>();
  readonly #written = new Set<string>();

  constructor(
    private readonly ctx: RequestContext,
    private readonly parts: DescriptionParts,
  ) {
    const operations = Object.values(parts.frame.paths).flatMap((item) => Object.values(item));
    const taken = [...Object.keys(parts.frame.components.schemas), ...operations.map(({ operationId }) => operationId)];
    const names = new ComponentNames(taken);
    this.#enums = new RightsEnums(parts.rights, parts.definitions.lists, names, parts.languages);
    this.#components = new EnvironmentComponents(parts.rights, names, parts.languages);
    this.#definitions = new DefinitionParts(ctx, this.#components, parts.frame);
  }

  *pieces(): Generator<string> {
    const { frame, version } = this.parts;
    const { paths: _paths, components: _components, openapi: _openapi, ...head } = frame;
    const start = { openapi: OPENAPI_VERSIONS[version], ...head, info: this.#info() };
    yield `${JSON.stringify(start).slice(0, -1)},"components":{"securitySchemes":`;
    yield JSON.stringify(frame.components.securitySchemes);
    const operations: string[] = [];
    const members: string[] = [];
    for (const piece of this.#environment(members, operations)) yield piece;
    yield* separated(',"schemas":{', members, '');
    yield* this.#fixed('schemas', members.length > 0);
    yield '},"responses":{';
    yield* this.#fixed('responses', false);
    yield* separated('}},"paths":{', operations, '}}');
  }

  #info(): object {
    const { tenantName, appName, name, settings } = this.ctx.catalogue.environment;
    const info = this.parts.frame.info as { readonly description: string };
    const description = `${info.description}${describeSettings(settings)}`;
    return { ...info, title: `${tenantName} / ${appName} / ${name}`, description };
  }

  /** Fills in the texts of components and operations. @yields empty pieces between them */
  *#environment(members: string[], operations: string[]): Generator<string> {
    const keep = (list: string[], name: string, value: object): string => {
      list.push(`${JSON.stringify(name)}:${this.#text(value)}`);
      return '';
    };
    const add = ([name, schema]: NamedSchema): string => {
      this.#written.add(name);
      return keep(members, name, schema);
    };
    const paths = new Map<string, object>();
    const requests = { routines: [] as string[], queries: 0 };
    for (const part of this.#definitionParts(requests)) {
      if (part.kind === 'schema') yield add(part.schema);
      else paths.set(part.path, { post: part.operation });
    }
    for (const schema of this.#recordParts(requests.routines)) yield add(schema);
    for (const [path, item] of this.#fixedPaths(requests)) yield keep(operations, path, item);
    for (const [path, item] of paths) yield keep(operations, path, item);
  }

  *#definitionParts(requests: { readonly routines: string[]; queries: number }): Generator<DefinitionPart> {
    const { definitions, rights } = this.parts;
    for (const query of definitions.queries) {
      for (const part of this.#definitions.query(query)) {
        if (part.kind === 'operation') requests.queries++;
        yield part;
      }
    }
    for (const workflow of rights.workflows) yield* this.#definitions.workflow(workflow);
    if (mayWriteWorkflows(rights)) yield* this.#definitions.actions(definitions.actions, this.parts.version);
    for (const routine of callableRoutines(definitions.routines, rights))
      requests.routines.push(yield* this.#definitions.routine(routine));
  }

  *#recordParts(routineRequests: readonly string[]): Generator<NamedSchema> {
    const { rights, version, frame } = this.parts;
    const isTyped = version === '3.1';
    for (const described of rights.entities) {
      yield* recordSchemas(described, this.#components);
      if (isTyped) yield* requestSchemas(described, this.#components);
    }
    yield* this.#enums.schemas();
    yield* requestOverrides({
      rights,
      fixed: frame.components.schemas,
      enums: this.#enums,
      names: (entityName) => this.#components.names(entityName),
      routineRequests,
      isTyped,
    });
  }

  *#fixedPaths(requests: {
    readonly routines: readonly string[];
    readonly queries: number;
  }): Generator<[string, object]> {
    const { rights, frame } = this.parts;
    const usable = usableOf(rights, { queries: requests.queries, routines: requests.routines.length });
    const examples = exampleBodies(this.ctx.catalogue, rights);
    for (const [path, item] of Object.entries(frame.paths)) {
      const kept = Object.entries(item).filter(([, operation]) => isUsable(operation, usable));
      if (kept.length === 0) continue;
      const shown = kept.map(([method, operation]) => [
        method,
        adapted(operation, this.#enums.parameters(), examples[operation.operationId]),
      ]);
      yield [path, Object.fromEntries(shown) as object];
    }
  }

  /** Texts of the fixed components that something refers to, and of those that these refer to. */
  *#fixed(kind: 'schemas' | 'responses', isContinued: boolean): Generator<string> {
    const all = this.parts.frame.components[kind] as Readonly<Record<string, Schema>>;
    let separator = isContinued ? ',' : '';
    if (kind === 'schemas') yield* this.#followResponses();
    for (let isMore = true; isMore;) {
      isMore = false;
      for (const [name, schema] of Object.entries(all)) {
        if (!this.#referred.has(`${kind}/${name}`) || this.#written.has(name)) continue;
        this.#written.add(name);
        yield `${separator}${JSON.stringify(name)}:${this.#text(schema)}`;
        separator = ',';
        isMore = true;
      }
    }
  }

  /** Notes what the responses refer to, whose text comes after that of the schemas. @yields empty pieces */
  *#followResponses(): Generator<string> {
    const responses = this.parts.frame.components.responses as Readonly<Record<string, Schema>>;
    for (const [name, response] of Object.entries(responses)) {
      if (this.#referred.has(`responses/${name}`)) this.#text(response);
      yield '';
    }
  }

  #text(value: object): string {
    const text = JSON.stringify(this.parts.version === '3.0' ? inOpenApi30(value) : value);
    for (const [, kind, name] of text.matchAll(COMPONENT)) this.#referred.add(`${kind}/${name}`);
    return text;
  }
}

const mayWriteWorkflows = ({ entities }: DescribedRights): boolean =>
  entities.some(({ entity, creatable }) => entity.name === 'Workflow' && creatable.length > 0);

function* separated(start: string, members: readonly string[], end: string): Generator<string> {
  yield start;
  for (const [i, member] of members.entries()) yield i === 0 ? member : `,${member}`;
  yield end;
}
