import type { JsonValue } from '#core/json/json.js';
import type { FileKind } from './file-kinds.js';
import type { StoredDefinition } from './environment-definitions.js';

/** Effect of a document on a definition. */
export type DifferenceAction = 'Create' | 'Update' | 'Delete';

/** Difference between a document and an environment: one definition. */
export interface DefinitionDifference {
  readonly kind: FileKind;
  readonly action: DifferenceAction;
  /** Id of the record in the environment. */
  readonly id: string;
  /** Name for people: that of the document, on deletes that of the environment. */
  readonly label: string;
  /** Path in the document; absent on deletes. */
  readonly path?: string;
  /** Id of the definition that it is a part of. */
  readonly parentId?: string;
  /** Members of the document that differ; on creates those that differ from the default. */
  readonly members: readonly string[];
  /** Values to write by field name. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** Absent on creates. */
  readonly old?: StoredDefinition;
}
