import { createHash } from 'node:crypto';

/** Members whose text differs from run to run, by what a page shows in its place. */
const FIXED: Readonly<Record<string, unknown>> = {
  TotalExecutionTime: 7,
  CreatedOn: '2026-03-02T09:30:00.123Z',
  UpdatedOn: '2026-03-02T09:30:00.123Z',
  ChangedOn: '2026-03-02T09:30:00.123Z',
  OccurredAt: '2026-03-02T09:30:00.123Z',
  SubmittedOn: '2026-03-02T09:30:00.123Z',
  RequestedOn: '2026-03-02T09:30:00.123Z',
  ClosedOn: '2026-03-02T10:30:00.123Z',
  DueOn: '2026-03-04T09:30:00.123Z',
  TaskId: '3f0f2b0e-0d5c-4a3e-8f6e-1a2b3c4d5e6f',
  HistoryId: '7b1c9d3e-52a4-4c6b-9e0f-8a6d5c4b3a21',
  StartedOn: '2026-03-02T09:30:00.123Z',
  EndedOn: '2026-03-02T09:30:00.456Z',
  CompletedOn: '2026-03-02T09:30:00.456Z',
  ExpiresOn: '2026-03-02T21:30:00.000Z',
  OnboardedOn: '2026-03-02',
  AccessToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…',
};

/** Ids that the service makes: versions 4 (requests) and 7; those of the demo's file and derived ones stay. */
const MADE_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const REQUEST_IDS = new Set(['RequestId', 'traceId']);
const CURSORS = new Set(['NextCursor', 'Cursor']);
const NUMBER_OF_YEAR = /^([A-Z]+)-\d{4}-(\d+)$/;

/**
 * Stable texts in the place of ids, times and cursors that differ from run to run. A placeholder belongs to the section
 * where its value appears first, so that a new example in one section leaves the others as they are.
 */
export class Placeholders {
  readonly #shown = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** A value of an answer as the page shows it. @param key the member that holds it */
  show(value: unknown, section: string, key = ''): unknown {
    if (Array.isArray(value)) return value.map((element) => this.show(element, section, key));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.show(one, section, name)]));
    }
    if (value !== null && key in FIXED) return FIXED[key];
    return typeof value === 'string' ? this.showText(value, section, key) : value;
  }

  /** A text of an answer, such as a header, as the page shows it. */
  showText(text: string, section: string, key = ''): string {
    if (REQUEST_IDS.has(key)) return this.#placeholder(text, section, idOf);
    if (CURSORS.has(key)) return this.#placeholder(text, section, cursorOf);
    return text.replace(NUMBER_OF_YEAR, '$1-2026-$2').replaceAll(MADE_ID, (id) => this.#placeholder(id, section, idOf));
  }

  /** A request of the page as it is sent: with the real values. */
  real(text: string): string {
    return [...this.#shown].reduce((sent, [value, placeholder]) => sent.replaceAll(placeholder, value), text);
  }

  #placeholder(value: string, section: string, make: (section: string, count: number) => string): string {
    const known = this.#shown.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(section) ?? 0) + 1;
    this.#counts.set(section, count);
    const made = make(section, count);
    this.#shown.set(value, made);
    return made;
  }
}

const hashOf = (section: string): string => createHash('sha256').update(section).digest('hex');

function idOf(section: string, count: number): string {
  const hash = hashOf(section);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-7000-8000-${String(count).padStart(12, '0')}`;
}

const cursorOf = (section: string, count: number): string =>
  Buffer.from(`${hashOf(section).slice(0, 16)}.${count}`).toString('base64url');
