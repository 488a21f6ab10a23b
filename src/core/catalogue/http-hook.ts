import type { Definition } from './definition.js';

export const HTTP_HOOK_MODES = ['Validate', 'Transform'] as const;
export const HTTP_HOOK_FAILURES = ['Refuse', 'Accept'] as const;

/** Most hooks of one entity and event that are called over HTTP. */
export const MAX_HTTP_HOOKS = 3;
/** Default and maximum of `TimeoutMs`. */
export const [HTTP_HOOK_TIMEOUT_MS, MAX_HTTP_HOOK_TIMEOUT_MS] = [2_000, 5_000];

/** A hook that another system answers over HTTP. */
export interface HttpHook {
  readonly name: string;
  readonly url: string;
  /** `Transform`: the answer may set fields. */
  readonly mode: (typeof HTTP_HOOK_MODES)[number];
  readonly timeoutMs: number;
  /** Result of a write whose call fails. */
  readonly onFailure: (typeof HTTP_HOOK_FAILURES)[number];
  /** Lower-case names of the fields that are sent; absent: all. */
  readonly sendFields?: ReadonlySet<string>;
}

/** Builds the call of a `Hook`; `undefined` for one without `Url`. */
export function httpHookOf(definition: Definition): HttpHook | undefined {
  const url = definition.text('Url');
  if (url === undefined) return undefined;
  return {
    name: definition.text('Name') ?? '',
    url,
    mode: definition.text('Mode') === 'Transform' ? 'Transform' : 'Validate',
    timeoutMs: definition.int('TimeoutMs') ?? HTTP_HOOK_TIMEOUT_MS,
    onFailure: definition.text('OnFailure') === 'Accept' ? 'Accept' : 'Refuse',
    ...(definition.value('SendFields') !== undefined && {
      sendFields: new Set(definition.texts('SendFields').map((name) => name.toLowerCase())),
    }),
  };
}
