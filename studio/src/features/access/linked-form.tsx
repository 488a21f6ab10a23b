import type { Entity } from '../../data/entity';
import type { Fault } from '../../data/refusal';
import { anchorOf, RecordForm } from '../../fields/record-form';
import type { LinkedEdits } from './edits';
import { changeField } from './linked-draft';
import { faultsOfSteps, type StepsSaving } from './use-steps';

/** The entity without the fields that every entity has, such as the owner. */
export const ownFieldsOf = (entity: Entity): Entity => ({
  ...entity,
  Fields: entity.Fields.filter(({ IsSystem }) => IsSystem !== true),
});

/** Way to the field of a fault on the page. */
export const linkToField = ({ FieldName }: Fault): string | undefined =>
  FieldName === undefined ? undefined : `#${anchorOf(FieldName)}`;

/** Fields of a user or a team, own fields of the environment included. */
export function LinkedForm<Part extends string>(props: {
  readonly entity: Entity;
  readonly edits: LinkedEdits<Part>;
  readonly saving: StepsSaving;
}) {
  const { entity, edits, saving } = props;
  const { draft, base, edit } = edits;
  return (
    <RecordForm
      entity={ownFieldsOf(entity)}
      row={{ ...base.row, ...draft.changes }}
      isNew={false}
      isLocked={entity.Update === 'None'}
      faults={faultsOfSteps(saving, entity.EntityName)}
      onChange={(name, value) => edit((before, stored) => changeField(before, stored, name, value))}
    />
  );
}
