import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A rule of Prometheus. */
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const file = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = file.groups.flatMap((group) => group.rules);
const page = readFileSync('docs/operations.md', 'utf8');
const section = (title: string): string => page.split(`\n## ${title}\n`)[1].split('\n## ')[0];

describe('the rules of Prometheus', () => {
  it('are those of the table of alerts', () => {
    const named = [...section('Alerts').matchAll(/^\| `([A-Z]\w+)`: /gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s names metrics that exist', (_, rule) => {
    const metrics = rule.expr.replace(/"[^"]*"/g, '').match(/[a-z]+(?:_[a-z0-9]+)+/g) ?? [];
    const unknown = metrics.filter(
      (name) => !name.startsWith('patroni_') && !section('Metrics').includes(`\`${name.replace(/_count$/, '')}\``),
    );
    expect(unknown.filter((name) => name !== 'group_right')).toEqual([]);
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/^[A-Z].*\.$/);
  });

  it('leads to incidents that the page has', () => {
    const incidents = section('Incidents');
    const linked = [...section('Alerts').matchAll(/\[([^\]]+)\]\(#incidents\)/g)].map(([, name]) => name);
    expect(linked.filter((name) => !incidents.includes(`**${name}`))).toEqual([]);
  });
});
