import { encodeTimeSpecToTimestamp, EXT_TIMESTAMP, ExtData } from '@msgpack/msgpack';

/** The .NET type whose MessagePack form a timestamp takes. */
export type TimestampForm = 'DateTime' | 'DateTimeOffset';

/** Digits of a nanosecond. */
const FRACTION_DIGITS = 9;

/**
 * An instant in UTC. In JSON it is its text; in MessagePack it has the form in which .NET reads a `DateTime` (a
 * timestamp, extension -1) or a `DateTimeOffset` (an array of a timestamp and the offset in minutes).
 */
export class Timestamp {
  /** @param text ISO 8601 in UTC with up to nine digits of a second, such as `2026-03-02T09:30:00.123456Z` */
  constructor(
    private readonly text: string,
    private readonly form: TimestampForm,
  ) {}

  toJSON(): string {
    return this.text;
  }

  toMessagePack(): unknown {
    const [whole, fraction = ''] = this.text.slice(0, -1).split('.');
    const sec = Date.parse(`${whole}Z`) / 1_000;
    const nsec = Number(fraction.padEnd(FRACTION_DIGITS, '0'));
    const instant = new ExtData(EXT_TIMESTAMP, encodeTimeSpecToTimestamp({ sec, nsec }));
    return this.form === 'DateTime' ? instant : [instant, 0];
  }
}
