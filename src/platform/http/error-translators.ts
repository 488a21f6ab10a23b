import type { IncomingMessage } from 'node:http';

/** Translates some errors. @returns the error to answer instead; `undefined` for errors that it does not know */
export type ErrorTranslator = (error: unknown, req: IncomingMessage) => Promise<unknown> | undefined;

/** Translators that run before an error is answered. Requests without errors do not use them. */
export class ErrorTranslators {
  readonly #translators: ErrorTranslator[] = [];

  add(translator: ErrorTranslator): void {
    this.#translators.push(translator);
  }

  /** Translation by the first translator that knows the error; `undefined` when none does. */
  translate(error: unknown, req: IncomingMessage): Promise<unknown> | undefined {
    for (const translate of this.#translators) {
      const translated = translate(error, req);
      if (translated) return translated;
    }
    return undefined;
  }
}
