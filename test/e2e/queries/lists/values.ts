import type { Answer, Caller } from '../../../support/test-app.js';

/** One element of a list's `Result`. */
export interface Item {
  readonly Value: unknown;
  readonly Text: string;
  readonly ParentValue?: unknown;
  readonly IsActive: boolean;
  readonly Sequence?: number;
}

/** GET /lists/get with these names in its query string; an array repeats its name. */
export function list(caller: Caller, query: Readonly<Record<string, unknown>>): Promise<Answer> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) search.append(name, String(each));
  return caller.get(`/lists/get?${search.toString()}`);
}

export const items = ({ body }: Answer): readonly Item[] => body.Result;
export const texts = (answer: Answer): string =>
  items(answer)
    .map(({ Text }) => Text)
    .join(', ');
export const values = (answer: Answer): string =>
  items(answer)
    .map(({ Value }) => String(Value))
    .join(', ');

/** Status, and code and path of every fault. */
export const codes = ({ status, body }: Answer): string =>
  [
    status,
    ...body.ErrorDetails.map(({ Code, Path }: { Code: string; Path?: string }) => `${Code} ${Path ?? ''}`.trim()),
  ].join();
