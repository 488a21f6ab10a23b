import type { RequestContext } from '#core/context/context.js';
import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { MAX_NESTED } from '#records/core/drafts/draft-records.js';
import { readerOf } from '#core/context/reader-of.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { Assignment } from '#core/requests/assignments.js';
import { readOptions, type ReadCommand } from '#core/requests/read-writes.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import type { BlueprintCommand } from './create-blueprint.service.js';

const BODY = ['Id', 'Name', 'EntityName', 'IsActive', 'Statuses', 'Transitions', 'Options'];
const STATUS = ['Id', 'Name', 'Color', 'IsInitial', 'IsFinal', 'Sequence'];
const CONDITIONS = ['Filters', 'Validators', 'AllowedRoles', 'RequiredPermission', 'RequiredFields', 'AfterWorkflows'];
const TRANSITION = ['Id', 'Name', 'FromStatus', 'ToStatus', 'Sequence', ...CONDITIONS];

/** Any status as the start of a transition. */
const ANY = '*';

/** Reads the body of POST /api/v1/blueprints. */
export function readBlueprint(ctx: RequestContext, body: JsonValue | undefined): ReadCommand<BlueprintCommand> {
  const reader = readerOf(ctx);
  const members = reader.object(body, '', BODY);
  const options = readOptions(reader, members, ctx);
  const entityName = members.text('EntityName') ?? '';
  const entity = ctx.catalogue.find(entityName)?.name ?? entityName;
  const statuses = readParts(reader, members, 'Statuses', STATUS, members.array('Statuses')).map(withId);
  const named = new StatusNames(reader, statuses);
  const given = readParts(reader, members, 'Transitions', TRANSITION, members.optionalArray('Transitions'));
  const transitions = given.map(withId).map((transition) => ({
    ...transition,
    row: { ...kept(transition.row, CONDITIONS.concat('Id', 'Name', 'Sequence')), ...named.ends(transition) },
  }));
  const root = withId({ path: '', row: kept(isObject(body) ? body : {}, ['Id', 'Name', 'IsActive']) }).row;
  const isActive = members.flag('IsActive', true);
  const children = { Statuses: statuses.map(({ row }) => row), Transitions: transitions.map(({ row }) => row) };
  const record: JsonObject = { ...root, EntityName: entity, IsActive: isActive, ...children };
  const assignments = Object.entries(record).map(([name, value]): Assignment => ({ name, value, path: name }));
  const { faults, log } = reader;
  const command = { entityName: 'Lifecycle', assignments, options, shapeFaults: faults.list, log };
  return { command: { ...command, answer: answerOf(record, children) }, log };
}

/** An element of `Statuses` or `Transitions`; members that are null are left out. */
interface Part {
  readonly path: string;
  readonly row: JsonObject;
}

/** Copies the named members that have a value: null and absent are the same. */
const kept = (json: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => (json[name] ?? null) !== null).map((name) => [name, json[name]]));

/** Reads the elements of a member, with one more than an insert takes, which it refuses. */
function readParts(
  reader: ShapeReader,
  members: Members,
  name: string,
  known: readonly string[],
  items: readonly JsonValue[] = [],
): readonly Part[] {
  return items.slice(0, MAX_NESTED + 1).map((item, i): Part => {
    const path = `${members.at(name)}[${i}]`;
    reader.object(item, path, known);
    return { path, row: isObject(item) ? kept(item, known) : {} };
  });
}

/** Gives a part an id; a given one is checked with the record. */
const withId = ({ path, row }: Part): Part => ({ path, row: { ...row, Id: row.Id ?? uuidV7() } });

/** Finds the statuses of a blueprint by name, in any letter case, or by id. */
class StatusNames {
  readonly #ids = new Map<string, JsonValue>();
  readonly #names: string[] = [];

  constructor(
    private readonly reader: ShapeReader,
    private readonly statuses: readonly Part[],
  ) {
    for (const { path, row } of statuses) {
      if (typeof row.Id === 'string') this.#ids.set(row.Id.toLowerCase(), row.Id);
      if (typeof row.Name !== 'string') continue;
      this.#names.push(row.Name);
      const key = row.Name.toLowerCase();
      const at = { path: `${path}.Name`, fieldName: 'Name' };
      if (this.#ids.has(key)) reader.faults.add('Validation', `Two statuses are called ${shortened(row.Name)}.`, at);
      else this.#ids.set(key, row.Id);
    }
  }

  /** The two ends of a transition, as lookups of its record. */
  ends({ path, row }: Part): JsonObject {
    const from = row.FromStatus === ANY ? null : this.#find(row.FromStatus, `${path}.FromStatus`, ` or '*' for any`);
    const to = this.#find(row.ToStatus, `${path}.ToStatus`);
    return { ...(from !== null && { FromStatusId: from }), ToStatusId: to };
  }

  /** Adds a fault and answers any status where there is no such one. */
  #find(name: JsonValue | undefined, path: string, also = ''): JsonValue {
    const found = typeof name === 'string' ? this.#ids.get(name.toLowerCase()) : undefined;
    if (found !== undefined) return found;
    const text = typeof name === 'string' ? name : '';
    const message =
      text === ''
        ? `${path} must be the name or id of a status of the blueprint${also}.`
        : `The blueprint has no status '${shortened(text)}'.${didYouMean(text, this.#names, this.reader.faults)}`;
    this.reader.faults.add('Validation', message, { path });
    return this.statuses[0]?.row.Id ?? null;
  }
}

const idText = (id: JsonValue): JsonValue => (typeof id === 'string' ? id.toLowerCase() : id);

function answerOf(
  record: JsonObject,
  { Statuses: statuses, Transitions: transitions }: Readonly<Record<string, readonly JsonObject[]>>,
): JsonObject {
  const { Name: name = null, EntityName: entityName, IsActive: isActive } = record;
  return {
    Id: idText(record.Id),
    Name: name,
    EntityName: entityName,
    IsActive: isActive,
    Statuses: statuses.map((status) => ({ Id: idText(status.Id), Name: status.Name ?? null })),
    Transitions: transitions.map((transition) => ({
      Id: idText(transition.Id),
      Name: transition.Name ?? null,
      FromStatusId: idText(transition.FromStatusId ?? null),
      ToStatusId: idText(transition.ToStatusId),
    })),
  };
}
