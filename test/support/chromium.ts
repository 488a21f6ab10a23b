import { type Browser, chromium } from 'playwright-core';
import { BROWSER } from './needed-programs.js';

const QUIET =
  '--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run';

/** The machine's browser, without a window. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER.required, args: QUIET.split(' ') });
}
