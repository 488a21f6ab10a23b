import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { FieldType } from '#core/catalogue/field.js';
import { plainField, type TokenType } from '#core/tokens/token-types.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { DomainError } from '#core/errors.js';
import { averageScale } from '#queries/core/select/grouping.js';
import { readSelect } from '#core/requests/read-select.js';
import type { AggregateItem, SelectCommand } from '#core/requests/select-command.js';
import type { Action } from '#core/catalogue/workflow.js';

/** Types of the members of an action's first row, by name in any letter case; undefined where it has no such member. */
export type OutputTypes = (name: string) => TokenType | undefined;

type Members = Readonly<Record<string, FieldType>>;

const CHANGED: Members = { recordaffected: 'Int', records: 'Json' };
const FILE: Members = { filename: 'Text', size: 'Int' };

/** Members of the actions whose output does not depend on their definition. */
const MEMBERS: Readonly<Partial<Record<string, Members>>> = {
  UpdateRecords: CHANGED,
  DeleteRecords: CHANGED,
  ChangeStatus: {
    recordid: 'Uuid',
    fromstatusid: 'Uuid',
    statusid: 'Uuid',
    statusname: 'Text',
    transitionid: 'Uuid',
    historyid: 'Uuid',
    tostatuslist: 'Json',
  },
  SendNotification: { notified: 'Int' },
  SendEmail: { sent: 'Int' },
  Condition: { held: 'Bool' },
  ForEach: { rows: 'Int' },
  GenerateFile: FILE,
  Zip: FILE,
};

/** Types of what an action gives to later ones. */
export function outputTypes(catalogue: Catalogue, action: Action): OutputTypes {
  const { type, body } = action;
  const fixed = MEMBERS[type];
  if (fixed) return (name) => fixedType(fixed, name);
  const entity = typeof body.EntityName === 'string' ? catalogue.find(body.EntityName) : undefined;
  if (type === 'InsertRecord') return (name) => entity && fieldType(catalogue, entity, name);
  if (type === 'RunQuery' && body.QueryName === undefined)
    return (name) => entity && rowType(catalogue, entity, action, name);
  if (type === 'HttpCall') return (name) => (name.toLowerCase() === 'statuscode' ? plainField('Int') : 'Any');
  return () => 'Any';
}

const fixedType = (members: Members, name: string): TokenType | undefined => {
  const key = name.toLowerCase();
  return Object.hasOwn(members, key) ? plainField(members[key]) : undefined;
};

function fieldType(catalogue: Catalogue, entity: Entity, name: string): TokenType | undefined {
  const found = resolveField(catalogue, entity, name);
  return found instanceof FieldPath ? found.field : undefined;
}

/** Type of a member of a query's row: an aggregate, a field, or included records. */
function rowType(catalogue: Catalogue, entity: Entity, { body }: Action, name: string): TokenType | undefined {
  const select = selectOf(body);
  if (!select) return 'Any';
  const { aggregates, includes, groupBy, loadChildren, loadLookUpValues, loadRecordInfo } = select;
  const aggregate = aggregates.find((each) => sameName(aggregateName(each), name));
  if (aggregate) return aggregateType(catalogue, entity, aggregate);
  if (groupBy.some((item) => item.bucket && sameName(item.name, name))) return plainField('Date');
  const field = fieldType(catalogue, entity, name);
  const hasMore = includes.length > 0 || loadChildren || loadLookUpValues || loadRecordInfo;
  return field ?? (hasMore ? 'Any' : undefined);
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The query of an action; undefined where it cannot be read, which the checks of its members tell. */
function selectOf({ EntityName = null, ...body }: Action['body']): SelectCommand | undefined {
  try {
    return readSelect({ ...body, EntityName }, false).command;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const aggregateName = ({ function: made, field, alias }: AggregateItem): string =>
  alias ?? made + (field?.name.replaceAll('.', '') ?? '');

function aggregateType(catalogue: Catalogue, entity: Entity, { function: made, field }: AggregateItem): TokenType {
  if (!field || made === 'Count' || made === 'CountDistinct') return plainField('Int');
  const found = fieldType(catalogue, entity, field.name) ?? 'Any';
  if (made === 'Min' || made === 'Max' || found === 'Any') return found;
  return { ...plainField('Decimal'), scale: averageScale(found) };
}
