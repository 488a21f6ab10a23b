import type { Entity, EntitySummary, Field } from '../data/entity';
import { knownText } from '../text/text';

/** Gives an entity that every environment has a label, which the service has none for. */
export function withLabels<Described extends EntitySummary>(entity: Described): Described {
  if (entity.IsSystem !== true) return entity;
  const name = `builtIn.${entity.EntityName}`;
  return {
    ...entity,
    Label: knownText(name, { count: 1 }) ?? entity.Label,
    PluralLabel: knownText(name, { count: 2 }) ?? entity.PluralLabel,
  };
}

/** Gives the fields that every entity has their labels. */
export const withFieldLabels = (entity: Entity): Entity => ({
  ...withLabels(entity),
  Fields: entity.Fields.map((field) => (field.IsSystem === true ? labelled(field) : field)),
});

const labelled = (field: Field): Field => ({ ...field, Label: field.Label ?? knownText(`ofAll.${field.FieldName}`) });
