import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import styles from './tabs.module.css';

export interface TabOf {
  readonly id: string;
  readonly text: string;
  readonly content: () => ReactNode;
}

/** Parts of a screen, one of them shown. */
export function Tabs(props: {
  readonly label: string;
  readonly tabs: readonly TabOf[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}) {
  const { label, tabs, selected, onSelect } = props;
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))} className={styles.tabs}>
      <TabList aria-label={label} className={styles.list}>
        {tabs.map(({ id, text }) => (
          <Tab key={id} id={id} className={styles.tab}>
            {text}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel}>
          {content()}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
