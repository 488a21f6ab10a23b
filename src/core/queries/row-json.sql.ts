import type { Entity } from '../catalogue/entity.js';
import { FieldPath } from '../criteria/field-path.js';
import type { Frame } from '../criteria/frame.js';
import { literal, raw, sql, type Sql } from '../sql/sql.js';
import { fieldMember, jsonObject, type JsonMember } from '../values/record-json.js';
import { valueTypeOf } from '../values/value-types.js';
import type { SelectPlan } from './select-plan.js';

const ownPath = (entity: Entity, name: string): FieldPath =>
  new FieldPath(entity, [], entity.fields.get(name.toLowerCase())!);

/** JSON text of the frame's row as the query wants it shown. Registers the joins it needs. */
export function rowJson(plan: Pick<SelectPlan, 'fields' | 'loadLookUpValues' | 'loadRecordInfo'>, frame: Frame): Sql {
  const fields =
    plan.fields ?? [...frame.entity.fields.values()].map((field) => new FieldPath(frame.entity, [], field));
  const members = fields.map((path) =>
    plan.loadLookUpValues && path.field.target !== undefined ? lookedUp(frame, path) : shown(frame, path),
  );
  return jsonObject(plan.loadRecordInfo ? [...members, recordInfo(frame)] : members);
}

function shown(frame: Frame, path: FieldPath, key = path.name): JsonMember {
  const { field, steps } = path;
  if (steps.length === 0) return fieldMember(field, raw(frame.alias), key);
  return { key, json: valueTypeOf(field).toJson(frame.column(path), field), nullable: true };
}

/** A lookup as `{Id, <display field>}`. Of a target that is not readable or deleted only the `Id` is told (T32). */
function lookedUp(frame: Frame, path: FieldPath): JsonMember {
  const id = shown(frame, path);
  const { displayField } = frame.reader.ctx.catalogue.entity(path.field.target!);
  const members = [{ ...id, key: 'Id', nullable: false }];
  if (displayField.name !== 'Id') {
    const display = new FieldPath(path.entity, [...path.steps, path.field], displayField);
    members.push(shown(frame, display, displayField.name));
  }
  const object = jsonObject(members);
  if (!id.nullable) return { key: id.key, json: object, nullable: false };
  return { key: id.key, json: sql`CASE WHEN ${frame.column(path)} IS NOT NULL THEN ${object} END`, nullable: true };
}

/** The record's envelope: its `Id` is the record-information id, `RecordId` the record's own (contract §14.4). */
function recordInfo(frame: Frame): JsonMember {
  const { entity } = frame;
  const own = (key: string, name = key): JsonMember => shown(frame, ownPath(entity, name), key);
  const nameBehind = (key: string, lookupName: string): JsonMember => {
    const lookup = ownPath(entity, lookupName).field;
    const { displayField } = frame.reader.ctx.catalogue.entity(lookup.target!);
    return shown(frame, new FieldPath(entity, [lookup], displayField), key);
  };
  const json = jsonObject([
    own('Id', 'RecordInformationId'),
    { key: 'EntityName', json: literal(JSON.stringify(entity.name)), nullable: false },
    own('RecordId', 'Id'),
    own('StatusId'),
    nameBehind('StatusName', 'StatusId'),
    own('OwnerId'),
    nameBehind('OwnerName', 'OwnerId'),
    ...['CreatedBy', 'CreatedOn', 'UpdatedBy', 'UpdatedOn'].map((name) => own(name)),
  ]);
  return { key: 'RecordInfo', json, nullable: false };
}
