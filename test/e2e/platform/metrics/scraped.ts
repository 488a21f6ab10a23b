/** A sample of a scrape. */
export interface Sample {
  readonly text: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** As a scraper's timeout. */
const SCRAPE_MS = 5_000;
const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

/** Scrapes a node. */
export async function scrape(url: string): Promise<readonly Sample[]> {
  // A connection of its own: one that is kept may belong to a process that has ended.
  const response = await fetch(`${url}/metrics`, {
    headers: { Connection: 'close' },
    signal: AbortSignal.timeout(SCRAPE_MS),
  });
  if (!response.ok) throw new Error(`The scrape failed: ${response.status} ${await response.text()}`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((text) => {
    const [, name, labels = '', value] = LINE.exec(text)!;
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, of]) => [label, of]);
    return { text, name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** Sum of the samples of a metric that have these labels. */
export function sumOf(samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}
