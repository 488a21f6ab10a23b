import type { Catalogue } from '#core/catalogue/catalogue.js';
import { isAssigned, type Field } from '#core/catalogue/field.js';
import type { FileKind, FileReference } from './file-kinds.js';

/** A member of a definition in a file, and the field of its record. */
export interface FileMember {
  readonly name: string;
  readonly field: Field;
  /** Present where the member is the name of another definition. */
  readonly reference?: FileReference;
}

/** Fields of definition records that files do not hold: the service sets them. */
const OWN = 'IsSystem';

/** Position among the siblings, which the order of the array gives. */
export const SEQUENCE = 'Sequence';

/** Lists the members of a kind in the order of its fields. Fields that the service sets are left out. */
export function fileMembers(catalogue: Catalogue, kind: FileKind): readonly FileMember[] {
  const { fields } = catalogue.entity(kind.entity);
  return [...fields.values()].filter((field) => isInFiles(field, kind)).map((field) => memberOf(field, kind));
}

const isInFiles = (field: Field, { parent }: FileKind): boolean =>
  isAssigned(field) &&
  !field.readOnly &&
  field.namesEntityOf === undefined &&
  field.name !== OWN &&
  field.name !== parent?.field;

function memberOf(field: Field, { references }: FileKind): FileMember {
  const reference = references.find((each) => each.field === field.name);
  return reference ? { name: reference.member, field, reference } : { name: field.name, field };
}
