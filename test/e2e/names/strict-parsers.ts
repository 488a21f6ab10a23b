/** Sample of a scrape, without its value. */
export interface StrictSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"`;
const SAMPLE = new RegExp(
  String.raw`^(${NAME})(?:\{(${LABEL}(?:,${LABEL})*)\})? ([+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|Inf)|Na[nN])$`,
  'u',
);
const COMMENT = new RegExp(
  String.raw`^# (?:HELP (${NAME}) (?:[^\\]|\\[\\n])*|TYPE (${NAME}) (counter|gauge|histogram|summary))$`,
);
const UNESCAPED: Readonly<Record<string, string>> = { '\\\\': '\\', '\\"': '"', '\\n': '\n' };

/**
 * Parses the text format of Prometheus as strictly as its definition, which takes numbers as Go does: each metric has one
 * HELP and one TYPE before its samples, which stand together; no sample comes twice; the text ends with a line end.
 * @throws {Error} that names the line
 */
export function parsedMetrics(text: string): readonly StrictSample[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('The text does not end with a line end.');
  const [samples, seen]: [StrictSample[], Set<string>] = [[], new Set()];
  let [metric, type]: readonly (string | undefined)[] = [];
  for (const line of lines.filter((each) => each !== '')) {
    const comment = COMMENT.exec(line);
    const [, helped, typed, kind] = comment ?? [];
    const key = comment ? `# ${helped} ${typed}` : line.slice(0, line.lastIndexOf(' '));
    if (seen.has(key)) throw new Error(`Twice: ${line}`);
    seen.add(key);
    if (!comment) samples.push(sampleOf(line, metric, type));
    else if (typed !== undefined && typed !== metric) throw new Error(`TYPE without HELP: ${line}`);
    else [metric, type] = [helped ?? typed, kind];
  }
  return samples;
}

/** @param metric the one whose HELP and TYPE stand before the line */
function sampleOf(line: string, metric: string | undefined, type: string | undefined): StrictSample {
  const [, name, labels = ''] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`Not a sample: ${line}`);
  const base = type === 'histogram' || type === 'summary' ? name.replace(/_(?:bucket|sum|count)$/, '') : name;
  if (type === undefined || base !== metric) throw new Error(`A sample outside of its metric: ${line}`);
  const pairs = [...labels.matchAll(new RegExp(LABEL, 'gu'))].map(([pair]): [string, string] => {
    const [label] = pair.split('=', 1);
    return [label, pair.slice(label.length + 2, -1).replaceAll(/\\[\\"n]/g, (mark) => UNESCAPED[mark])];
  });
  if (new Set(pairs.map(([label]) => label)).size !== pairs.length) throw new Error(`A label twice: ${line}`);
  return { name, labels: Object.fromEntries(pairs) };
}

const TOKEN =
  /<(?<end>\/?)(?<name>[a-z]\w*)(?: [\w:-]+="[^"<&]*")*(?<empty>\/?)>|(?<text>(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)+)/gi;
const MARKS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/**
 * Parses a document of XML without comments, entities and instructions.
 * @returns the texts of its elements of one name
 * @throws {Error} for what is not well-formed
 */
export function textsOfXml(xml: string, element: string): readonly string[] {
  const tokens = [...xml.matchAll(TOKEN)];
  if (tokens.map(([token]) => token).join('') !== xml) throw new Error('The document is not well-formed.');
  const [open, texts]: [string[], string[]] = [[], []];
  for (const { end, name, empty, text } of tokens.map(({ groups }) => groups!)) {
    if (text !== undefined) texts.push(...(open.at(-1) === element ? [text] : []));
    else if (end === '/' && open.pop() !== name) throw new Error(`</${name}> closes nothing.`);
    else if (end === '' && empty === '') open.push(name);
  }
  if (open.length > 0) throw new Error(`Not closed: ${open.join()}`);
  return texts.map((text) => text.replaceAll(/&[a-z#\d]+;/g, (mark) => MARKS[mark]));
}
