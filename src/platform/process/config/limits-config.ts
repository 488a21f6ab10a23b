import { DEFINITION_LIMITS, type DefinitionLimits, LIMITS_SETTING } from '#core/catalogue/definition-limits.js';
import type { Settings } from './settings.js';

/** Most that a user or a tenant may use in a window, on all nodes together; 0: no limit. */
export interface UsageLimits {
  readonly user: number;
  readonly tenant: number;
}

/** Limits beside the fair shares, which always hold (docs/operations.md#limits). */
export interface LimitsConfig {
  /** LIMIT_WINDOW_SECONDS, default 60: time for which the limits count. */
  readonly windowSeconds: number;
  /** USER_REQUESTS and TENANT_REQUESTS, default 0: requests. */
  readonly requests: UsageLimits;
  /** USER_EXECUTION_MS and TENANT_EXECUTION_MS, default 0: milliseconds that requests take, until they are answered. */
  readonly executionMs: UsageLimits;
}

/** Reads the limits. */
export function limitsConfig(settings: Settings): LimitsConfig {
  const limit = (name: string): number => settings.int(name, 0, { max: 1_000_000_000 });
  return {
    windowSeconds: settings.int('LIMIT_WINDOW_SECONDS', 60, { min: 1, max: 86_400 }),
    requests: { user: limit('USER_REQUESTS'), tenant: limit('TENANT_REQUESTS') },
    executionMs: { user: limit('USER_EXECUTION_MS'), tenant: limit('TENANT_EXECUTION_MS') },
  };
}

const MAX_DEFINITIONS = 1_000_000;

/** Reads the limits of definitions: the defaults, and what the setting says of some. */
export function definitionLimitsConfig(settings: Settings): DefinitionLimits {
  const limits: Record<string, number> = { ...DEFINITION_LIMITS };
  for (const item of settings.items(LIMITS_SETTING)) {
    const [name, text, ...more] = item.split('=').map((part) => part.trim());
    const value = /^\d{1,7}$/.test(text ?? '') && more.length === 0 ? Number(text) : Number.NaN;
    if (Object.hasOwn(DEFINITION_LIMITS, name) && value <= MAX_DEFINITIONS) limits[name] = value;
    else {
      const known = Object.keys(DEFINITION_LIMITS).join(', ');
      settings.problem(
        `${LIMITS_SETTING} must list limits from 0 to ${MAX_DEFINITIONS}, such as Trigger=20000, not '${item}'; there are ${known}`,
      );
    }
  }
  return limits;
}
