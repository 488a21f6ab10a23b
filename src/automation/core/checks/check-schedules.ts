import type { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import { faultAt, numberOf, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { didYouMean, shortened } from '#core/nearest.js';
import { parseCron, type CronLimits } from '#automation/core/schedules/cron.js';
import { parseTimeOfDay } from '#core/time/due-dates.js';
import { timeZoneProblem } from '#core/time/time-zone.js';
import type { Trigger } from '#core/catalogue/trigger.js';

/** Most days between a date and its firing: ten years. */
const MAX_OFFSET_DAYS = 3650;

/** Checks the members of a Scheduled trigger. */
export function* scheduleFaults({ cronExpression, timeZone }: Trigger, limits: CronLimits): MemberFaults {
  yield* zoneFaults(timeZone);
  if (cronExpression === undefined)
    return yield faultAt('CronExpression', 'A Scheduled trigger needs a CronExpression, such as 0 2 * * *.');
  for (const problem of parseCron(cronExpression, limits).problems ?? []) yield faultAt('CronExpression', problem);
}

function* zoneFaults(name: string): MemberFaults {
  const problem = timeZoneProblem(name);
  if (problem !== undefined) yield faultAt('TimeZone', problem);
}

/** Checks the members of a DateBased trigger. */
export function* dueFaults(definition: Definition, trigger: Trigger, entity: Entity | undefined): MemberFaults {
  const { dateField, timeOfDay, timeZone } = trigger;
  yield* zoneFaults(timeZone);
  const offset = definition.value('OffsetDays');
  if (offset !== undefined && !(Math.abs(numberOf(offset)) <= MAX_OFFSET_DAYS))
    yield faultAt('OffsetDays', `OffsetDays must be from -${MAX_OFFSET_DAYS} to ${MAX_OFFSET_DAYS}.`);
  if (parseTimeOfDay(timeOfDay) === undefined)
    yield faultAt('TimeOfDay', 'TimeOfDay must be a time such as 08:30, from 00:00 to 23:59:59.');
  if (dateField === undefined) return yield faultAt('DateField', 'A DateBased trigger needs a DateField.');
  if (!entity) return;
  const field = entity.fields.get(dateField.toLowerCase());
  const dates = [...entity.fields.values()].filter(({ type }) => type === 'Date' || type === 'DateTime');
  if (field && dates.includes(field)) return;
  const names = dates.map(({ name }) => name);
  const what = field ? `${field.name} is ${field.type}` : `${entity.name} has no field '${shortened(dateField)}'`;
  const near = field ? '' : didYouMean(dateField, names);
  yield faultAt('DateField', `${what}; a field of type Date or DateTime is required.${near}`);
}
