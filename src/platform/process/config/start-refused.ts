/** Refusal of a start whose message tells an operator what to change, so that nobody needs the stack. */
export class StartRefused extends Error {}
