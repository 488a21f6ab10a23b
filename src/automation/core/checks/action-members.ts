import { faultAt, objectFaults, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { isArray, isObject, kindOf, type JsonObject, type JsonValue } from '#core/json/json.js';
import { SELECT_MEMBERS } from '#core/requests/read-select.js';
import { ACTION_TYPES, type ActionType } from '#core/catalogue/workflow.js';

/** Kinds of members, with their names in messages. */
const KINDS = {
  text: 'text',
  flag: 'true or false',
  array: 'an array',
  object: 'an object',
  value: 'a value',
} as const;
type Kind = keyof typeof KINDS;

interface Member {
  readonly kind: Kind;
  readonly required?: true;
}

type Members = Readonly<Record<string, Member>>;

const given = (kind: Kind): Member => ({ kind, required: true });
const optional = (kind: Kind): Member => ({ kind });

const COMMON: Members = {
  Name: given('text'),
  Type: given('text'),
  When: optional('object'),
  OnError: optional('text'),
};
const RECIPIENTS: Members = { ToUser: optional('text'), ToRole: optional('text'), ToTeam: optional('text') };

const select: Members = Object.fromEntries(SELECT_MEMBERS.map((name) => [name, optional('value')]));

/** Members of a coded action: its own ones are in `Input`. */
const CODED: Members = { Input: optional('value') };

/** Members of each type of action, beside those of every action. */
const MEMBERS: Readonly<Record<ActionType, Members>> = {
  InsertRecord: { EntityName: given('text'), Fields: given('array') },
  UpdateRecords: { EntityName: given('text'), Fields: given('array'), WhereClause: given('object') },
  DeleteRecords: { EntityName: given('text'), WhereClause: given('object') },
  RunQuery: {
    ...select,
    QueryName: optional('text'),
    Reqtokens: optional('object'),
    FailWhenEmpty: optional('flag'),
  },
  ChangeStatus: {
    EntityName: given('text'),
    RecordId: given('text'),
    ToStatus: given('text'),
    Comment: optional('text'),
  },
  ExecuteDatabaseObject: { ObjectName: given('text'), Parameters: optional('array') },
  SendNotification: { ...RECIPIENTS, Message: given('text') },
  SendEmail: { ...RECIPIENTS, Subject: given('text'), Message: given('text') },
  HttpCall: { Method: given('text'), Url: given('text'), Headers: optional('object'), Body: optional('value') },
  Condition: { If: given('object'), Then: optional('array'), Else: optional('array') },
  ForEach: { Source: given('text'), Do: given('array') },
  GenerateFile: {
    Format: given('text'),
    FileName: given('text'),
    Source: optional('text'),
    Text: optional('text'),
    EscapeFormulas: optional('flag'),
  },
  Zip: { FileName: given('text'), Files: given('array') },
  RunWorkflow: { Workflow: given('text'), Tokens: optional('object') },
};

export const isActionType = (json: JsonValue | undefined): json is ActionType =>
  ACTION_TYPES.some((type) => type === json);

const isOf = (json: JsonValue, kind: Kind): boolean => {
  if (kind === 'value') return true;
  if (kind === 'array') return isArray(json);
  if (kind === 'object') return isObject(json);
  return typeof json === (kind === 'flag' ? 'boolean' : 'string');
};

/** Finds unknown, misspelt, missing and wrongly typed members of an action of a known type. */
export function* memberFaults(json: JsonObject, type: string, path: string): MemberFaults {
  const members: Members = { ...COMMON, ...(isActionType(type) ? MEMBERS[type] : CODED) };
  yield* objectFaults(json, path, Object.keys(members));
  for (const [name, { kind, required }] of Object.entries(members)) {
    const value = json[name] ?? null;
    const isMissing = value === null || (required && value === '');
    if (isMissing && required) yield faultAt(`${path}.${name}`, `${type} needs ${name}, which is ${KINDS[kind]}.`);
    if (value !== null && !isOf(value, kind))
      yield faultAt(`${path}.${name}`, `${name} must be ${KINDS[kind]}, not ${kindOf(value)}.`);
  }
}

/** The actions of a member such as `Then`; none where it is no array. */
export const actionsIn = (json: JsonValue | undefined): readonly JsonValue[] => (isArray(json) ? json : []);
