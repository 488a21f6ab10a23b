import { JsonText, writeJson, type JsonObject, JsonNumber } from '#core/json/json.js';
import { mapped } from '#core/steps.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { EnvironmentPlan, PlannedChange } from './plan-environment.service.js';

/** Writes `Result` of plan and apply. */
export async function planResult({ version, changes }: EnvironmentPlan): Promise<JsonText> {
  const texts = await inSlices(mapped(changes, (change) => writeJson(changeOf(change))));
  return new JsonText(`{"Version":${JSON.stringify(version)},"Changes":[${texts.join(',')}]}`);
}

const changeOf = ({ kind, label, action, members, risk, rows }: PlannedChange): JsonObject => ({
  Kind: kind.entity,
  Name: label,
  Action: action,
  Fields: members,
  ...(risk !== undefined && { Risk: risk, Rows: new JsonNumber(String(rows)) }),
});
