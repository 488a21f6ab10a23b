/** Signs of a language for numbers. */
interface Signs {
  readonly decimal: string;
  readonly group: string;
}

function signsOf(language: string): Signs {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(-1_234_567.8);
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: sign('decimal') || '.', group: sign('group') || ' ' };
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * Reads a number as people of a language write it, and keeps all of its digits: `1.234,50` in German is `1234.50`. A point
 * is the decimal sign, too, where it cannot separate thousands.
 * @returns digits as the service takes them; the text itself where it is no number, for the service to refuse
 */
export function readNumber(text: string, language: string): string {
  const { decimal, group } = signsOf(language);
  const plain = text
    .trim()
    .replaceAll('−', '-')
    .replaceAll(/[\s\u00a0\u202f']/g, '');
  // Austrians print spaces between thousands, and type points.
  const isGrouped =
    (group === '.' || (decimal === ',' && plain.includes(','))) && /^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/.test(plain);
  const ungrouped = isGrouped ? plain.replaceAll('.', '') : group === '.' ? plain : plain.replaceAll(group, '');
  const read = ungrouped.replace(decimal, '.');
  return NUMBER.test(read) ? read : text.trim();
}

/** Digits for editing, with the language's decimal sign. */
export const editableNumber = (digits: string, language: string): string =>
  digits.replace('.', signsOf(language).decimal);

/** Digits for reading: grouped, none of them lost. @param scale digits after the point; as they are where absent */
export function formatNumber(digits: string, language: string, scale?: number): string {
  const fraction = scale ?? digits.split('.')[1]?.length ?? 0;
  const options = { minimumFractionDigits: fraction, maximumFractionDigits: Math.min(fraction, 100) };
  // A text is formatted digit by digit, a number as a double.
  return new Intl.NumberFormat(language, options).format(digits as unknown as number);
}
