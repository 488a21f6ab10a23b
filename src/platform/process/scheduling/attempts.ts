/** Most attempts of a request whose definitions are changed while it runs, each by the definitions of its time. */
export const MOST_ATTEMPTS = 5;
/** Most times that a write looks whether definitions that it does not use were changed alone; each look takes a moment. */
export const MAX_LOOKS = 20;
