import {
  FieldError,
  Input,
  type InputProps,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';
import styles from './box.module.css';

/** Properties of every control of a form. */
export interface BoxProps {
  readonly label: string;
  readonly help?: string;
  /** Why the value is refused; more than one sentence where several rules fail. */
  readonly errors?: readonly string[];
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
}

/** Help and errors below a control, which name and describe it for screen readers. */
export function Notes({ help, errors }: Pick<BoxProps, 'help' | 'errors'>) {
  return (
    <>
      {help !== undefined && (
        <Text slot="description" className={styles.help}>
          {help}
        </Text>
      )}
      <FieldError className={styles.error}>
        {errors?.map((error) => (
          <span key={error}>{error}</span>
        ))}
      </FieldError>
    </>
  );
}

/** Label of a control; the star is explained by `aria-required`. */
export function Name({ label, isRequired }: Pick<BoxProps, 'label' | 'isRequired'>) {
  return (
    <Label className={styles.label} data-label="">
      {label}
      {isRequired === true && <span aria-hidden="true"> *</span>}
    </Label>
  );
}

export interface TextBoxProps extends BoxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: 'text' | 'search' | 'date' | 'datetime-local' | 'email' | 'url' | 'password';
  readonly inputMode?: InputProps['inputMode'];
  readonly maxLength?: number;
  readonly lines?: number;
  readonly autoFocus?: boolean;
  /** Seconds and their parts of a time. */
  readonly step?: number;
}

/** One or several lines of text, also dates and times as the browser edits them. */
export function TextBox({ label, help, errors, lines, type = 'text', inputMode, step, ...props }: TextBoxProps) {
  const field: TextFieldProps = { ...props, isInvalid: (errors?.length ?? 0) > 0, validationBehavior: 'aria' };
  return (
    <TextField {...field} className={styles.box}>
      <Name label={label} isRequired={props.isRequired} />
      {lines === undefined ? (
        <Input className={styles.input} type={type} inputMode={inputMode} step={step} autoComplete="off" />
      ) : (
        <TextArea className={styles.input} rows={lines} />
      )}
      <Notes help={help} errors={errors} />
    </TextField>
  );
}
