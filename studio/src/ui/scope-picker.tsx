import type { Scope } from '../data/entity';
import { t } from '../text/text';
import styles from './scope-picker.module.css';

const SCOPES: readonly Scope[] = ['None', 'Own', 'Team', 'All'];

export const scopeText = (scope: Scope): string => t(`scope.${scope}`);

/**
 * Chooses how far an operation reaches, in a cell of a matrix. It is the browser's own control: a matrix has hundreds of
 * them.
 */
export function ScopePicker(props: {
  /** Entity and operation of the scope, such as "Order, read". */
  readonly label: string;
  /** Undefined where it stands for several that differ. */
  readonly scope: Scope | undefined;
  readonly onChange: (scope: Scope) => void;
}) {
  const { label, scope, onChange } = props;
  return (
    <select
      className={styles.picker}
      aria-label={label}
      value={scope ?? ''}
      data-scope={scope}
      onChange={(event) => onChange(event.target.value as Scope)}
    >
      {scope === undefined && (
        <option value="" disabled>
          {t('scope.several')}
        </option>
      )}
      {SCOPES.map((each) => (
        <option key={each} value={each}>
          {scopeText(each)}
        </option>
      ))}
    </select>
  );
}

/** Explains each scope. */
export function ScopeHelp() {
  return (
    <details className={styles.help}>
      <summary>{t('scope.help')}</summary>
      <dl>
        {SCOPES.map((each) => (
          <div key={each}>
            <dt>{scopeText(each)}</dt>
            <dd>{t(`scope.help.${each}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
