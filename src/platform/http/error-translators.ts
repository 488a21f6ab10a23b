import type { IncomingMessage } from 'node:http';

/** Knows more of some failures than whoever threw them. @returns what it is instead; `undefined` for all others */
export type ErrorTranslator = (error: unknown, req: IncomingMessage) => Promise<unknown> | undefined;

/** Those who look at failures before they are answered. Requests that do not fail pay nothing for them. */
export class ErrorTranslators {
  readonly #judges: ErrorTranslator[] = [];

  add(judge: ErrorTranslator): void {
    this.#judges.push(judge);
  }

  /** What the first who knows more says; `undefined` when nobody does. */
  translate(error: unknown, req: IncomingMessage): Promise<unknown> | undefined {
    for (const judge of this.#judges) {
      const judged = judge(error, req);
      if (judged) return judged;
    }
    return undefined;
  }
}
