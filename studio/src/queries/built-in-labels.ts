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

/** Gives the fields that every entity has, and those of built-in entities, their labels. */
export const withFieldLabels = (entity: Entity): Entity => ({
  ...withLabels(entity),
  Fields: entity.Fields.map((field) => {
    if (field.IsSystem === true) return labelled(field, `ofAll.${field.FieldName}`);
    return entity.IsSystem === true ? labelled(field, `builtIn.${entity.EntityName}.${field.FieldName}`) : field;
  }),
});

/** The field with the texts of a name: label, help and values; what a definition says comes first. */
const labelled = (field: Field, name: string): Field => ({
  ...field,
  Label: field.Label ?? knownText(name),
  Help: field.Help ?? knownText(`${name}.help`),
  ...(field.Values === undefined
    ? {}
    : { Values: field.Values.map((each) => ({ ...each, Text: knownText(`${name}.${each.Value}`) ?? each.Text })) }),
});
