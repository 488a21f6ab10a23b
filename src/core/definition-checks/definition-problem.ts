/** Why one definition record cannot stand beside the others. */
export interface DefinitionProblem {
  /** Its kind, such as `SavedQuery`. */
  readonly entityName: string;
  readonly id: string;
  readonly name: string;
  /** A full sentence. */
  readonly message: string;
  /** The member of the record that the problem is about. */
  readonly fieldName?: string;
}
