import { t } from '../text/text';
import styles from './diff.module.css';

/** A value before and after. */
export interface Difference {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Lists what a change has changed, value by value. */
export function Diff({ label, differences }: { readonly label: string; readonly differences: readonly Difference[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.diff} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, from, to }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{from === '' ? '–' : <del>{from}</del>}</td>
              <td>{to === '' ? '–' : <ins>{to}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
