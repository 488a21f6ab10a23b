import { JsonText, writeJson, type JsonObject } from '../../core/json/json.js';
import { JsonNumber } from '../../core/json/json.js';
import type { EnvironmentPlan, PlannedChange } from './plan-environment.service.js';

/** Writes `Result` of plan and apply. */
export const planResult = ({ version, changes }: EnvironmentPlan): JsonText =>
  new JsonText(writeJson({ Version: version, Changes: changes.map(changeOf) }));

const changeOf = ({ kind, label, action, members, risk, rows }: PlannedChange): JsonObject => ({
  Kind: kind.entity,
  Name: label,
  Action: action,
  Fields: members,
  ...(risk !== undefined && { Risk: risk, Rows: new JsonNumber(String(rows)) }),
});
