/** A definition of a document, as a test changes it. */
export interface Item {
  [member: string]: unknown;
  EntityName?: string;
  Name?: string;
  Fields: Item[];
}

/** Definitions by the member of the document. */
export type Items = Record<string, Item[]>;

/** A change of a plan. */
export interface PlannedItem {
  readonly Kind: string;
  readonly Name: string;
}
