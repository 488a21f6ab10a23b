import type { Field } from '../../data/entity';
import { LookupEditor } from '../../fields/lookup-editor';

/** A link that can be chosen: what it leads to, in words. */
export interface Chosen {
  readonly id: string;
  readonly text: string;
}

const lookup = (FieldName: string, Target: string): Field => ({
  FieldName,
  Target,
  FieldType: 'Lookup',
  Required: false,
  CanCreate: true,
  CanUpdate: true,
});

const FIELDS = {
  User: { entityName: 'UserRole', field: lookup('UserId', 'User') },
  Role: { entityName: 'UserRole', field: lookup('RoleId', 'Role') },
  Team: { entityName: 'TeamMember', field: lookup('TeamId', 'Team') },
} as const;

/** Searches a user, a role or a team by name. */
export function Picker(props: {
  readonly kind: keyof typeof FIELDS;
  readonly label: string;
  readonly value: Chosen | undefined;
  readonly onChange: (value: Chosen | undefined) => void;
}) {
  const { kind, label, value, onChange } = props;
  return (
    <LookupEditor
      {...FIELDS[kind]}
      label={label}
      value={value === undefined ? null : { Id: value.id, Text: value.text }}
      onChange={(to) => {
        const { Id, Text } = (to ?? {}) as { readonly Id?: string; readonly Text?: string };
        onChange(Id === undefined ? undefined : { id: Id, text: Text ?? Id });
      }}
    />
  );
}
