import { readdirSync, readFileSync } from 'node:fs';
import { launchChromium } from '../../support/chromium.js';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { coldLoads } from './cold-loads.js';
import { longList } from './long-list.js';
import { row } from './measure.js';

/** Bytes, compressed by gzip, of what the first page loads, and of each further part. */
const [FIRST_BYTES, PART_BYTES] = [200 * 1024, 130 * 1024];
const ASSETS = 'studio/dist/assets';

/** Measures the built studio: its weight, cold starts, and a list of 10,000 rows. */
export async function studioFindings(bed: Bed): Promise<readonly Finding[]> {
  const browser = await launchChromium();
  try {
    const started = await coldLoads(browser, bed);
    return [...weights(), ...started, ...(await longList(browser, bed))];
  } finally {
    await browser.close();
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;

/** Sizes of what index.html loads, and of the largest other part. */
function weights(): readonly Finding[] {
  const page = readFileSync('studio/dist/index.html', 'utf8');
  const sizes = readdirSync(ASSETS)
    .filter((name) => name.endsWith('.gz'))
    .map((name) => ({ name: name.replace('.gz', ''), bytes: readFileSync(`${ASSETS}/${name}`).length }));
  const first = sizes.filter(({ name }) => page.includes(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  const [largest] = sizes.filter(({ name }) => !page.includes(name)).toSorted((a, b) => b.bytes - a.bytes);
  return [
    row('first load, compressed', kilobytes(first), kilobytes(FIRST_BYTES), first <= FIRST_BYTES),
    row(
      'largest further part, compressed',
      `${kilobytes(largest.bytes)} (${largest.name})`,
      kilobytes(PART_BYTES),
      largest.bytes <= PART_BYTES,
    ),
  ];
}
