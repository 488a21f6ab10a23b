/** Something that has happened to a record (`GET /records/{entity}/{id}/history`). */
export interface HistoryEntry {
  readonly Kind: 'Change' | 'Move' | 'Approval';
  readonly Operation: 'Create' | 'Update' | 'Delete' | null;
  readonly ChangedOn: string;
  readonly UserName: string | null;
  readonly DisplayName: string | null;
  readonly Source: string;
  readonly CorrelationId: string;
  readonly RowVersion: number | null;
  readonly Changes: readonly Changed[] | null;
  readonly FromStatus: string | null;
  readonly ToStatus: string | null;
  readonly Comment: string | null;
  readonly Decision: string | null;
}

/** A field of a change. */
export interface Changed {
  readonly FieldName: string;
  readonly Old: unknown;
  readonly New: unknown;
}
