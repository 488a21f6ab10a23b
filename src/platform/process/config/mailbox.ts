/** Address of a sender or recipient, with the name that is shown for it. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** One local part and one domain: no lists, quotes, comments, brackets, spaces or control characters. */
const ADDRESS = /^[^\s"(),:;<>@[\\\]\p{C}]{1,64}@[^\s"(),:;<>@[\\\]\p{C}]{1,189}$/u;
const NAMED = /^([^<>\p{C}]{0,200})<([^<>]+)>$/u;

/** Tells whether a text is exactly one plain address, such as `orders@example.com`. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text);

/** Parses `address` or `Name <address>`; `undefined` for anything else, also for names that mail programs would decode. */
export function mailbox(text: string): Mailbox | undefined {
  const [, name = '', address = text] = NAMED.exec(text) ?? [];
  return isMailAddress(address) && !name.includes('=?')
    ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
    : undefined;
}
