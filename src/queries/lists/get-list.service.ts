import { Injectable } from '@nestjs/common';
import { requireScope } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import { languagesOf } from '#core/context/languages.js';
import type { RequestContext } from '#core/context/context.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { useFault } from '#core/criteria/field-use.js';
import { DomainError, type Fault } from '#core/errors.js';
import { isArray, isObject, type JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import type { SelectCommand } from '#core/requests/select-command.js';
import { SelectRecords } from '#queries/select/select-records.service.js';
import { PrepareSavedQuery } from '#queries/saved/prepare-saved-query.service.js';
import { choiceItems, choicesCommand, choicesOf, offered, offeredCommand } from '#queries/core/lists/choices.js';
import { enumItems, fixedPage, worded } from '#queries/core/lists/fixed-list.js';
import type { Choices, ListItem, ListPage, ListRequest, ListSource } from '#queries/core/lists/list.js';
import { listText } from '#queries/core/lists/list-text.js';
import { listColumns, queryListCommand, queryListItem } from '#queries/core/lists/query-list.js';
import { StoredLists } from './stored-lists.service.js';

/** Page of rows as parsed JSON. */
interface RowPage {
  readonly rows: readonly JsonObject[];
  readonly totalRecords: number;
}

/** Answers the values of dropdowns through the query path, so that the scopes of queries apply. */
@Injectable()
export class GetList {
  constructor(
    private readonly selectRecords: SelectRecords,
    private readonly savedQueries: PrepareSavedQuery,
    private readonly lists: StoredLists,
  ) {}

  /**
   * Answers one page of a list.
   * @throws {DomainError} UnknownEntity, ScopeNone, or all other faults of the request.
   */
  async get(ctx: RequestContext, request: ListRequest): Promise<ListPage> {
    const { source } = request;
    switch (source?.kind) {
      case 'entity': {
        const entity = ctx.catalogue.entity(source.choices.entityName);
        return this.#choices(ctx, choicesOf(entity, source.choices), request);
      }
      case 'field':
        return this.#field(ctx, ctx.catalogue.entity(source.entityName), source.fieldName, request);
      case 'list':
        return this.#list(ctx, source.listName, request);
      case 'query':
        return this.#query(ctx, source, request);
      case undefined:
        throw new DomainError(...request.faults.list);
    }
  }

  async #field(ctx: RequestContext, entity: Entity, fieldName: string, request: ListRequest): Promise<ListPage> {
    if (entity.publicFields.size === 0) requireScope(ctx, entity, 'read');
    const path = resolveField(ctx.catalogue, entity, fieldName);
    if (!(path instanceof FieldPath)) throw listRefused(request, { ...path, path: 'fieldName' });
    const { field } = path;
    if (!entity.publicFields.has(path.name)) requireScope(ctx, entity, 'read');
    const closed = useFault(ctx, path, 'fieldName', 'shown');
    if (closed) throw listRefused(request, closed);
    if (path.steps.length > 0)
      throw listRefused(request, notAList(`${path.name} is no field of ${entity.name} itself.`));
    if (field.name === 'StatusId') return fixed(await this.lists.statuses(ctx, entity), request);
    if (field.target !== undefined) return this.#choices(ctx, choicesOf(ctx.catalogue.entity(field.target)), request);
    if (field.values.length > 0) return fixed(enumItems(field, languagesOf(ctx)), request);
    throw listRefused(request, notAList(`${entity.name}.${field.name} is ${field.type}, which has no list of values.`));
  }

  async #list(ctx: RequestContext, listName: string, request: ListRequest): Promise<ListPage> {
    const list = await this.lists.byName(ctx, listName);
    if (!list) throw listRefused(request, { code: 'NotFound', message: 'There is no such list.', path: 'listName' });
    if (list.kind === 'fixed') return fixed(worded(list.items, languagesOf(ctx)), request);
    return this.#choices(ctx, choicesOf(ctx.catalogue.entity(list.choices.entityName), list.choices), request);
  }

  /**
   * Answers records as choices. With `ids`, all readable records count; those that the list no longer offers are
   * inactive.
   */
  async #choices(ctx: RequestContext, choices: Choices, request: ListRequest): Promise<ListPage> {
    if (!choices.parent) refuseParent(request);
    const entity = ctx.catalogue.entity(choices.entityName);
    const where = offered(entity, choices);
    const command = choicesCommand(ctx.catalogue, choices, request, request.ids ? undefined : where);
    const { rows, totalRecords } = await this.#rows(ctx, command);
    const active =
      request.ids && where ? await this.#offered(ctx, offeredCommand(entity, idsOf(rows), where)) : undefined;
    return { items: choiceItems(ctx.catalogue, choices, rows, active), totalRecords };
  }

  async #offered(ctx: RequestContext, command: SelectCommand): Promise<ReadonlySet<string>> {
    return new Set(idsOf((await this.#rows(ctx, command)).rows));
  }

  async #query(
    ctx: RequestContext,
    { queryId, ...named }: Extract<ListSource, { readonly kind: 'query' }>,
    request: ListRequest,
  ): Promise<ListPage> {
    refuseParent(request);
    const { command } = await this.savedQueries.byId(ctx, queryId, { tokens: {}, sort: [], faults: request.faults });
    const entity = ctx.catalogue.entity(command.entityName);
    const columns = listColumns(command, entity, named, request.faults);
    request.faults.throwIfAny();
    const { rows, totalRecords } = await this.#rows(ctx, queryListCommand(command, columns, request));
    return { items: rows.map((row) => queryListItem(row, columns)), totalRecords };
  }

  async #rows(ctx: RequestContext, command: SelectCommand): Promise<RowPage> {
    const { result, totalRecords, memory } = await this.selectRecords.select(ctx, command);
    try {
      const rows = readJson(result.text);
      return { rows: isArray(rows) ? rows.filter(isObject) : [], totalRecords: totalRecords ?? 0 };
    } finally {
      memory.release();
    }
  }
}

function fixed(items: readonly ListItem[], request: ListRequest): ListPage {
  if (items.every(({ parentValue }) => parentValue === undefined)) refuseParent(request);
  request.faults.throwIfAny();
  return fixedPage(items, request);
}

const idsOf = (rows: readonly JsonObject[]): readonly string[] => rows.map(({ Id }) => listText(Id));

const listRefused = ({ faults }: ListRequest, fault: Fault): DomainError => new DomainError(...faults.list, fault);

const notAList = (message: string): Fault => ({ code: 'Validation', message, path: 'fieldName' });

/** Refuses `parentValue` for lists without parents, instead of returning all values. */
function refuseParent({ parentValue, faults }: ListRequest): void {
  if (parentValue === undefined) return;
  faults.add('Validation', 'The values of this list have no parent.', { path: 'parentValue' });
}
