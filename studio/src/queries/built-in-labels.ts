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
    if (field.IsSystem === true) return { ...field, Label: field.Label ?? knownText(`ofAll.${field.FieldName}`) };
    return entity.IsSystem === true ? labelled(field, `${entity.EntityName}-${field.FieldName}`) : field;
  }),
});

/** The field with label, help and values by a name such as `User-Kind`; what a definition says comes first. */
const labelled = (field: Field, name: string): Field => ({
  ...field,
  Label: field.Label ?? knownText(`builtInField.${name}`),
  Help: field.Help ?? knownText(`builtInHelp.${name}`),
  ...(field.Values === undefined
    ? {}
    : {
        Values: field.Values.map((each) => ({
          ...each,
          Text: knownText(`builtInValue.${name}-${each.Value}`) ?? each.Text,
        })),
      }),
});
