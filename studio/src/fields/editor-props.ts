import { type Field, fieldLabel } from '../data/entity';
import type { BoxProps } from '../ui/box';

/** An editor of one value, whatever its type. */
export interface EditorProps {
  readonly entityName: string;
  readonly field: Field;
  /** As the row has it. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly errors?: readonly string[];
  readonly isReadOnly?: boolean;
  /** Entity whose records are listed, where the value belongs to no field of an entity. */
  readonly listOf?: string;
  /** Instead of the field's own, such as in a filter. */
  readonly label?: string;
}

/** Label, help and errors that every editor shows. */
export const boxOf = ({ field, errors, isReadOnly, label }: EditorProps): BoxProps => ({
  label: label ?? fieldLabel(field),
  help: field.Help ?? field.Description ?? undefined,
  errors,
  isRequired: field.Required && field.Default === undefined && isReadOnly !== true,
  isReadOnly,
});
