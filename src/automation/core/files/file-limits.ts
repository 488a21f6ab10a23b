/** Largest file of a run. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** Most files of a run, archives included. */
export const MAX_FILES = 1_000;
/** Bytes of a part, which is what a reader or writer of a file holds. */
export const PART_BYTES = 128 * 1024;
