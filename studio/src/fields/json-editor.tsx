import { useState } from 'react';
import { parseExact } from '../data/exact';
import { t } from '../text/text';
import { TextBox } from '../ui/box';
import { boxOf, type EditorProps } from './editor-props';

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, undefined, 2);

/** Edits a document as text; a text that is no JSON is shown as a fault and not sent. */
export function JsonEditor(props: EditorProps) {
  const { value, onChange, errors = [] } = props;
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const change = (text: string): void => {
    setTyped(text);
    try {
      onChange(text.trim() === '' ? null : parseExact(text));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <TextBox
      {...boxOf(props)}
      errors={isWrong ? [t('noJson'), ...errors] : errors}
      lines={6}
      value={typed ?? written(value)}
      onChange={change}
    />
  );
}
