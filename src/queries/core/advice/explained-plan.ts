/** A node of PostgreSQL's `EXPLAIN (FORMAT JSON)`; `Actual` members with ANALYZE only, rows per loop. */
export interface PlanNode {
  readonly 'Node Type': string;
  /** `Outer` for rows that go up, `InitPlan` for a value that is computed before. */
  readonly 'Parent Relationship'?: string;
  readonly 'Total Cost': number;
  /** The planner's estimate. */
  readonly 'Plan Rows': number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Row that answers `EXPLAIN (FORMAT JSON)`. */
export interface ExplainedRow {
  readonly 'QUERY PLAN': string;
}

/** Reads the top node of an explained plan. */
export function planOf({ 'QUERY PLAN': text }: ExplainedRow): PlanNode {
  const [{ Plan: top }] = JSON.parse(text) as readonly [{ readonly Plan: PlanNode }];
  return top;
}

/** Scans of tables; those of sub-queries and of what an index found count with the tables below or around them. */
const TABLE_SCANS: ReadonlySet<string> = new Set([
  'Seq Scan',
  'Index Scan',
  'Index Only Scan',
  'Bitmap Heap Scan',
  'Sample Scan',
  'Tid Scan',
  'Tid Range Scan',
]);

/** Rows of tables that the statement read, those that a filter then removed included. */
export function rowsRead(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);
  if (!TABLE_SCANS.has(node['Node Type'])) return below;
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return below + Math.round(each * (node['Actual Loops'] ?? 1));
}

/** Most rows that reached the top of the plan but for its last aggregation, which makes one row of them. */
export function rowsAnswered(node: PlanNode): number {
  const below = node.Plans?.find((plan) => plan['Parent Relationship'] === 'Outer');
  if (node['Node Type'] === 'Aggregate' && below) return rowsAnswered(below);
  return Math.round((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1));
}
