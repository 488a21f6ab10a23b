import { DomainError, type ErrorCode, type Fault } from '#core/errors.js';

/** Maximum of faults that an answer lists. */
export const MAX_LISTED_ROWS = 1_000;

/** Counts and faults of the rows of a bulk insert. */
export class BulkSummary {
  inserted = 0;
  failed = 0;
  batches = 0;
  readonly #stored: { readonly index: number; readonly id: string }[] = [];
  readonly #rowErrors: Fault[] = [];
  readonly #codes = new Set<ErrorCode>();

  store(rows: readonly { readonly index: number; readonly row: { readonly id: string } }[]): void {
    this.inserted += rows.length;
    for (const { index, row } of rows) this.#stored.push({ index, id: row.id });
  }

  /** Ids of the inserted records, in the order of their rows. */
  get ids(): readonly string[] {
    return this.#stored.toSorted((a, b) => a.index - b.index).map(({ id }) => id);
  }

  refuse(rowIndex: number, faults: readonly Fault[]): void {
    this.failed++;
    for (const fault of faults) {
      // An owner out of scope is a wrong value, unlike a row that the caller may not create whatever its owner.
      this.#codes.add(fault.code === 'OutOfScope' && fault.fieldName !== undefined ? 'Validation' : fault.code);
      if (this.#rowErrors.length < MAX_LISTED_ROWS) this.#rowErrors.push({ ...fault, rowIndex });
    }
  }

  /** The first faults, in the order of their rows. */
  get rowErrors(): readonly Fault[] {
    return this.#rowErrors.toSorted((a, b) => a.rowIndex! - b.rowIndex!);
  }

  /**
   * Error of a bulk insert that stores nothing: 403 when rows are only out of scope, 409 when only unique values clash, 423
   * when rows belong to locked records, else 400 (docs/interface/records.md#bulk-insert).
   */
  refusal(): DomainError {
    const errors = this.rowErrors;
    const refusal = new DomainError(...errors);
    const listed = new Set(errors.map(({ rowIndex }) => rowIndex)).size;
    if (listed === this.failed && ['invalid', 'locked', 'conflict'].includes(refusal.kind)) return refusal;
    // The first fault decides the status; it also has the number of rejected rows.
    const [only] = this.#codes.size === 1 ? this.#codes : [];
    const code = only === 'Conflict' || only === 'ApprovalLocked' || only === 'OutOfScope' ? only : 'Validation';
    const message = `${this.failed} rows cannot be stored; what is wrong is listed for ${listed} of them.`;
    const [first] = errors;
    const decided = errors.every(({ params }) => params?.Kind === 'Condition') ? first.params : {};
    return new DomainError({ code, message, params: { ...decided, Failed: this.failed, Listed: listed } }, ...errors);
  }
}
