import {
  Button,
  Checkbox,
  CheckboxGroup,
  ComboBox,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';
import { t } from '../text/text';
import { type BoxProps, Name, Notes } from './box';
import styles from './box.module.css';

/** A value that can be chosen. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

interface ChoiceProps extends BoxProps {
  readonly choices: readonly Choice[];
}

/** A box to tick. */
export function Tick(props: {
  readonly label: string;
  readonly isHiddenLabel?: boolean;
  readonly isSelected: boolean;
  readonly isIndeterminate?: boolean;
  readonly isReadOnly?: boolean;
  readonly onChange: (isSelected: boolean) => void;
}) {
  const { label, isHiddenLabel = false, ...rest } = props;
  return (
    <Checkbox {...rest} className={styles.check} aria-label={isHiddenLabel ? label : undefined}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.mark} aria-hidden="true">
            {isIndeterminate ? '–' : isSelected ? '✓' : ''}
          </span>
          {!isHiddenLabel && label}
        </>
      )}
    </Checkbox>
  );
}

/** One of a few values; none, too, where it is not required. */
export function ChoiceBox(
  props: ChoiceProps & {
    readonly value: string | null;
    readonly onChange: (value: string | null) => void;
    /** Meaning of no choice. */
    readonly noneText?: string;
  },
) {
  const { label, help, errors, choices, value, onChange, isRequired, isReadOnly, noneText = t('none') } = props;
  const none: readonly Choice[] = isRequired === true ? [] : [{ value: '', text: noneText }];
  return (
    <Select
      className={styles.box}
      value={value ?? (isRequired === true ? null : '')}
      onChange={(key) => onChange(key === '' || key === null ? null : String(key))}
      isRequired={isRequired}
      isDisabled={isReadOnly}
      isInvalid={(errors?.length ?? 0) > 0}
      validationBehavior="aria"
    >
      <Name label={label} isRequired={isRequired} />
      <Button className={`${styles.input} ${styles.trigger}`}>
        <SelectValue>
          {({ isPlaceholder, defaultChildren }) => (isPlaceholder ? t('choose') : defaultChildren)}
        </SelectValue>
        <span aria-hidden="true">▾</span>
      </Button>
      <Notes help={help} errors={errors} />
      <Popover className={styles.popover}>
        <Items choices={[...none, ...choices]} />
      </Popover>
    </Select>
  );
}

/** Any of a few values. */
export function ChoicesBox(
  props: ChoiceProps & { readonly values: readonly string[]; readonly onChange: (values: readonly string[]) => void },
) {
  const { label, help, errors, choices, values, onChange, isRequired, isReadOnly } = props;
  return (
    <CheckboxGroup
      className={styles.box}
      value={[...values]}
      onChange={onChange}
      isRequired={isRequired}
      isReadOnly={isReadOnly}
      isInvalid={(errors?.length ?? 0) > 0}
      validationBehavior="aria"
    >
      <Name label={label} isRequired={isRequired} />
      {choices.map(({ value, text }) => (
        <Checkbox key={value} value={value} className={styles.check}>
          {({ isSelected }) => (
            <>
              <span className={styles.mark} aria-hidden="true">
                {isSelected ? '✓' : ''}
              </span>
              {text}
            </>
          )}
        </Checkbox>
      ))}
      <Notes help={help} errors={errors} />
    </CheckboxGroup>
  );
}

/** One of many values, which are searched while typing. */
export function SearchBox(
  props: ChoiceProps & {
    readonly value: string | null;
    readonly input: string;
    readonly onInput: (input: string) => void;
    readonly onChange: (value: string | null) => void;
    readonly onOpen?: () => void;
  },
) {
  const { label, help, errors, choices, value, input, onInput, onChange, onOpen, isRequired, isReadOnly } = props;
  return (
    <ComboBox
      className={styles.box}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      inputValue={input}
      onInputChange={onInput}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      items={choices.map((choice) => ({ id: choice.value, ...choice }))}
      menuTrigger="focus"
      allowsEmptyCollection
      isRequired={isRequired}
      isReadOnly={isReadOnly}
      isInvalid={(errors?.length ?? 0) > 0}
      validationBehavior="aria"
    >
      <Name label={label} isRequired={isRequired} />
      <div className={styles.combo}>
        <Input className={styles.input} />
        <Button className={styles.input} style={{ width: 'auto' }} aria-label={t('open')}>
          <span aria-hidden="true">▾</span>
        </Button>
      </div>
      <Notes help={help} errors={errors} />
      <Popover className={styles.popover}>
        <Items choices={choices} />
      </Popover>
    </ComboBox>
  );
}

function Items({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <ListBox className={styles.list} renderEmptyState={() => <p className={styles.item}>{t('nothingFound')}</p>}>
      {choices.map(({ value, text }) => (
        <ListBoxItem key={value} id={value} textValue={text} className={styles.item}>
          {text}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}
