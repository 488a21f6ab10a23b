import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { t } from '../text/text';
import styles from './box.module.css';

/** Something that was found, and what opens it. */
export interface Found {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly open: () => void;
}

/** A search with its results below; arrows choose, Enter opens. */
export function Finder(props: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: readonly Found[];
  readonly isBusy: boolean;
  readonly onChoose: (found: Found) => void;
}) {
  const { label, text, onText, found, isBusy, onChoose } = props;
  return (
    <Autocomplete inputValue={text} onInputChange={onText}>
      <SearchField aria-label={label} autoFocus className={styles.box}>
        <Input className={styles.input} placeholder={label} />
      </SearchField>
      <Menu
        aria-label={t('results')}
        className={styles.list}
        onAction={(id) => {
          const chosen = found.find((each) => each.id === id);
          if (chosen !== undefined) onChoose(chosen);
        }}
        renderEmptyState={() => <p className={styles.item}>{t(isBusy ? 'loading' : 'nothingFound')}</p>}
      >
        {found.map(({ id, text: name, kind }) => (
          <MenuItem key={id} id={id} textValue={name} className={styles.item}>
            <span>{name}</span>
            <small>{kind}</small>
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  );
}
