import { isArray, JsonText, writeJson, JsonNumber, type JsonValue } from '#core/json/json.js';
import { ShapeReader, type Members } from '#core/shapes/shape-reader.js';
import type { NamedField } from '#core/requests/select-command.js';
import { isUuid } from '#core/values/uuid-text.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import { Reply } from '#platform/http/reply.js';
import type { ListItem, ListPage, ListRequest, ListSource } from '#queries/core/lists/list.js';

const MEMBERS = [
  'entityName',
  'valueField',
  'textField',
  'fieldName',
  'listName',
  'dataSourceQueryId',
  'search',
  'parentValue',
  'ids',
  'pageNumber',
  'pageSize',
];

export const DEFAULT_LIST_PAGE_SIZE = 50;
export const MAX_LIST_PAGE_SIZE = 1_000;
/** Limit of Express's query-string parser, which silently ignores further values. */
const MAX_PARTS = 1_000;
const MAX_PAGE_NUMBER = 2 ** 31 - 1;

/**
 * Reads the query string of a list: names match in any letter case, empty values are ignored
 * (docs/interface/queries.md#lists).
 * @returns the request with the faults of its shape, and lines for the answer's `Log`.
 */
export function readListRequest(
  query: QueryString,
  strict: boolean,
): { readonly request: ListRequest; readonly log: readonly string[] } {
  const reader = new ShapeReader(strict);
  const members = queryStringMembers(reader, query, MEMBERS, ['ids']);
  if (Object.values(query).flat().length >= MAX_PARTS) {
    reader.faults.add('Validation', `The query string may have fewer than ${MAX_PARTS} names with values.`);
  }
  const request: ListRequest = {
    source: readSource(members),
    search: members.optionalText('search'),
    parentValue: members.optionalText('parentValue'),
    ids: readIds(members),
    pageNumber: members.int('pageNumber', { min: 1, max: MAX_PAGE_NUMBER, fallback: 1 }),
    pageSize: members.int('pageSize', { min: 1, max: MAX_LIST_PAGE_SIZE, fallback: DEFAULT_LIST_PAGE_SIZE }),
    faults: reader.faults,
  };
  return { request, log: reader.log };
}

/** Reads one text with commas, or repeated names, whose values are taken as they are. */
function readIds(members: Members): readonly string[] | undefined {
  const given = members.value('ids');
  if (given === undefined) return undefined;
  if (isArray(given)) return given.filter((id) => typeof id === 'string');
  const parts = typeof given === 'string' ? given.split(',') : [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Determines the source of the list; none, several, and members of another source are refused. */
function readSource(members: Members): ListSource | undefined {
  const [entityName, listName, queryId] = ['entityName', 'listName', 'dataSourceQueryId'].map((name) =>
    members.optionalText(name),
  );
  if ([entityName, listName, queryId].filter((name) => name !== undefined).length !== 1) {
    const variants = 'entityName, entityName and fieldName, listName or dataSourceQueryId';
    return members.fault('entityName', `Exactly one list must be named: by ${variants}.`);
  }
  if (entityName !== undefined) return readEntitySource(members, entityName);
  refuse(members, ['fieldName'], 'an entityName');
  if (listName !== undefined) {
    refuse(members, ['valueField', 'textField'], 'an entityName or a dataSourceQueryId');
    return { kind: 'list', listName };
  }
  if (queryId !== undefined && isUuid(queryId)) {
    return { kind: 'query', queryId, value: namedField(members, 'valueField'), text: namedField(members, 'textField') };
  }
  return members.fault('dataSourceQueryId', 'dataSourceQueryId must be a UUID.');
}

function readEntitySource(members: Members, entityName: string): ListSource {
  const fieldName = members.optionalText('fieldName');
  if (fieldName === undefined) {
    const [value, text] = [namedField(members, 'valueField'), namedField(members, 'textField')];
    return { kind: 'entity', choices: { entityName, value, text } };
  }
  refuse(members, ['valueField', 'textField'], 'an entityName without fieldName');
  return { kind: 'field', entityName, fieldName };
}

function refuse(members: Members, names: readonly string[], owner: string): void {
  for (const name of names) if (members.has(name)) members.fault(name, `${name} belongs to ${owner}.`);
}

function namedField(members: Members, name: string): NamedField | undefined {
  const field = members.optionalText(name);
  return field === undefined ? undefined : { name: field, path: name };
}

/** Builds the answer of a list. */
export const listReply = ({ items, totalRecords }: ListPage, log: readonly string[]): Reply =>
  new Reply({ result: new JsonText(writeJson(items.map(itemJson))), totalRecords, log });

const itemJson = ({ value, text, parentValue, isActive, sequence }: ListItem): JsonValue => ({
  Value: value,
  Text: text,
  ...(parentValue !== undefined && { ParentValue: parentValue }),
  IsActive: isActive,
  ...(sequence !== undefined && { Sequence: new JsonNumber(String(sequence)) }),
});
