import { type EntityChanged, HubListener, type Node } from './hub-client.js';

/** Follows the changes of notes over the hubs of several nodes, each time from the last cursor. */
export class FollowNotes {
  readonly heard: EntityChanged[] = [];
  #cursor: string | null = null;
  #leave: () => void = () => undefined;

  /** Listens until the connection or the stream ends. */
  async on(node: Node): Promise<void> {
    const listener = await HubListener.connect(node, 'ada.admin').catch(() => undefined);
    if (!listener) return;
    await new Promise<void>((end) => {
      this.#leave = end;
      void listener.closed.then(() => end());
      listener.connection.stream<EntityChanged>('StreamChanges', 'Note', this.#cursor).subscribe({
        next: (change) => {
          this.heard.push(change);
          this.#cursor = change.Cursor;
        },
        complete: end,
        error: () => end(),
      });
    });
    await listener.stop();
  }

  /** Ends the listening. */
  leave(): void {
    this.#leave();
  }

  /** Versions of a record in the order of arrival. */
  versionsOf(id: string): readonly (number | null)[] {
    return this.heard.filter(({ Id }) => Id === id).map(({ RowVersion }) => RowVersion);
  }
}
