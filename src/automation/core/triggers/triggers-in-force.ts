import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { LoggedChange } from '#core/changes/change.js';
import { groupedBy } from '#core/grouped-by.js';
import { gathered, type Steps } from '#core/steps.js';
import { changedNames, hasConditions, mayFire, type ActiveTrigger } from './fires.js';

/** Triggers that one statement evaluates: the statements of an entity are the same, whichever triggers a change may fire. */
const JUDGED_TOGETHER = 16;

/** Triggers in force on one entity. */
export interface EntityTriggers {
  readonly entity: Entity;
  readonly triggers: readonly ActiveTrigger[];
  /** Triggers with conditions, in groups that are evaluated together. */
  readonly evaluated: readonly (readonly ActiveTrigger[])[];
}

/** Triggers in force by the name of their entity. @param since transaction that activated each one, by its id */
export function triggersInForce(
  catalogue: Catalogue,
  since: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, EntityTriggers> {
  const active = [...catalogue.automation.triggers.values()].flatMap((trigger) => {
    const [entity, xid] = [catalogue.find(trigger.entityName), since.get(trigger.id)];
    return entity && xid !== undefined && trigger.isActive ? [{ entity, trigger, since: xid }] : [];
  });
  const byEntity = groupedBy(active, ({ entity }) => entity);
  return new Map(
    [...byEntity].map(([entity, of]) => {
      const triggers = of.map(({ trigger, since: xid }): ActiveTrigger => ({ trigger, since: xid }));
      return [entity.name, { entity, triggers, evaluated: grouped(triggers.filter(hasConditions)) }];
    }),
  );
}

const grouped = (triggers: readonly ActiveTrigger[]): EntityTriggers['evaluated'] =>
  Array.from({ length: Math.ceil(triggers.length / JUDGED_TOGETHER) }, (_, i) =>
    triggers.slice(i * JUDGED_TOGETHER, (i + 1) * JUDGED_TOGETHER),
  );

/** A change with the triggers that it may fire. */
export interface Candidate {
  readonly change: LoggedChange;
  readonly triggers: readonly ActiveTrigger[];
}

/** The changes of one entity that may fire triggers. */
export const candidatesOf = (
  { triggers }: EntityTriggers,
  changes: readonly LoggedChange[],
): Steps<readonly Candidate[]> =>
  gathered(changes, (change) => {
    const changed = changedNames(change);
    const found = triggers.filter((each) => mayFire(each, change, changed));
    return found.length > 0 ? [{ change, triggers: found }] : [];
  });
