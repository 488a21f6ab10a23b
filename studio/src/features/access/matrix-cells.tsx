import { Suspense, useState } from 'react';
import { type EntitySummary, labelOf } from '../../data/entity';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { ScopePicker, scopeText } from '../../ui/scope-picker';
import { Loading } from '../../ui/states';
import styles from './access.module.css';
import { FieldsDialog } from './fields-dialog';
import { isSameFields, type MatrixOf } from './matrix-of';
import type { Access, Operation } from './role-draft';

interface CellProps {
  readonly of: MatrixOf;
  readonly entity: EntitySummary;
}

/** The scope of an operation: picked or read, with what it was and what the other role has. */
export function ScopeCell(props: CellProps & { readonly operation: Operation }) {
  const { of, entity, operation } = props;
  const { EntityName: entityName } = entity;
  const scope = of.accessOf(entityName)[operation];
  const stored = of.storedOf?.(entityName)[operation] ?? scope;
  const other = of.other?.accessOf(entityName)[operation] ?? scope;
  return (
    <div className={styles.cell} data-changed={stored !== scope} data-differs={other !== scope}>
      {of.onChange === undefined ? (
        (of.cell?.(entity, operation) ?? scopeText(scope))
      ) : (
        <ScopePicker
          label={t('access.cell', { entity: labelOf(entity), operation: t(`access.operation.${operation}`) })}
          scope={scope}
          onChange={(to) => of.onChange?.([{ entityName, change: { [operation]: to } }])}
        />
      )}
      {stored !== scope && <small>{t('access.was', { scope: scopeText(stored) })}</small>}
      {other !== scope && <small>{t('access.otherHas', { name: of.other!.name, scope: scopeText(other) })}</small>}
    </div>
  );
}

const countText = ({ WritableFields }: Access): string =>
  WritableFields.length === 0 ? t('access.allFields') : t('access.someFields', { count: WritableFields.length });

const namesText = ({ WritableFields }: Access): string =>
  WritableFields.length === 0 ? t('access.allFields') : WritableFields.join(', ');

/** Fields that an update may set, where there is a scope to update. */
export function FieldsCell({ of, entity }: CellProps) {
  const { EntityName: entityName } = entity;
  const access = of.accessOf(entityName);
  const stored = of.storedOf?.(entityName) ?? access;
  const other = of.other?.accessOf(entityName) ?? access;
  const [isChanged, isOther] = [!isSameFields(stored, access), !isSameFields(other, access)];
  return (
    <div className={styles.cell} data-changed={isChanged} data-differs={isOther}>
      <Fields of={of} entity={entity} />
      {isChanged && <small>{t('access.was', { scope: namesText(stored) })}</small>}
      {isOther && <small>{t('access.otherHas', { name: of.other!.name, scope: namesText(other) })}</small>}
    </div>
  );
}

function Fields({ of, entity }: CellProps) {
  const [isOpen, setOpen] = useState(false);
  const { EntityName: entityName } = entity;
  const access = of.accessOf(entityName);
  const label = t('access.fieldsOf', { entity: labelOf(entity) });
  if (access.Update === 'None' && access.WritableFields.length === 0) return '–';
  if (of.onChange === undefined) return <span>{namesText(access)}</span>;
  return (
    <>
      <Button aria-label={`${label}: ${countText(access)}`} onPress={() => setOpen(true)}>
        {countText(access)}
      </Button>
      {isOpen && (
        <Suspense fallback={<Loading lines={1} />}>
          <FieldsDialog
            title={label}
            entityName={entityName}
            names={access.WritableFields}
            onClose={() => setOpen(false)}
            onChoose={(WritableFields) => {
              of.onChange?.([{ entityName, change: { WritableFields } }]);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
