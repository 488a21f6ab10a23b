import type { JsonObject } from '#core/json/json.js';

/** Records that are kept at most. */
const MAX_RECORDS = 500;
/** A larger record is not kept, as its JSON. */
const MAX_CHARACTERS = 16_384;

/**
 * Records as the pages matched so far left them, if they have later changes. Without them, each page with changes of a
 * record would read all later ones to compute what the record was. They belong to one place in the log: whoever continues
 * from elsewhere begins without them.
 */
export class ImageCache {
  readonly #images = new Map<string, JsonObject>();

  /** @param place cursor up to which they are matched, with the version of the definitions */
  constructor(readonly place: string) {}

  find(entityName: string, recordId: string): JsonObject | undefined {
    return this.#images.get(`${entityName} ${recordId}`);
  }

  forget(entityName: string, recordId: string): void {
    this.#images.delete(`${entityName} ${recordId}`);
  }

  /** Keeps a record unless it is too large. The oldest ones make room. @param size as JSON */
  keep(entityName: string, recordId: string, image: JsonObject, size: number): void {
    this.forget(entityName, recordId);
    if (size > MAX_CHARACTERS) return;
    this.#images.set(`${entityName} ${recordId}`, image);
    const [oldest] = this.#images.keys();
    if (this.#images.size > MAX_RECORDS) this.#images.delete(oldest);
  }

  /** The same records at a later place. */
  at(place: string): ImageCache {
    const moved = new ImageCache(place);
    for (const [key, image] of this.#images) moved.#images.set(key, image);
    return moved;
  }
}
