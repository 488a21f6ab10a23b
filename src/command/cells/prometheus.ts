import type { CellsFile } from '#core/cells/cell.js';

/** Configuration of Prometheus that scrapes all nodes of all cells; label `cell` names the cell. */
export const prometheusConfig = ({
  cells,
}: CellsFile): string => `# Written by \`npm run env -- cells\`, which replaces it. docs/cells.md explains it.
scrape_configs:
  - job_name: data-and-workflow-service
    metrics_path: /metrics
    static_configs:
${cells
  .map(
    ({ name, origins }) => `      - targets: [${origins.map((origin) => `'${targetOf(origin)}'`).join(', ')}]
        labels:
          cell: '${name}'
`,
  )
  .join('')}`;

const targetOf = (origin: string): string => {
  const { hostname, port } = new URL(origin);
  return `${hostname}:${port || '80'}`;
};
