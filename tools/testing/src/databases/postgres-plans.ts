import type { Pool } from 'pg'

/** A node of a plan, as `explain (format json)` writes it. `Actual Loops`: by `explainAnalyze` only. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'Actual Loops'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

type ExplainClient = {
  query(text: string, values?: unknown[]): Promise<{ rows: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] }>
}

/** Returns all nodes of the generic plan of a statement, which does not depend on its parameters. */
export const explainGenericPlan = (client: ExplainClient, text: string): Promise<PlanNode[]> =>
  explain(client, 'generic_plan', text)

/** Runs a statement, with all its effects, and returns the number of pages of tables and indexes that it reads, also twice. */
export async function countReadPages(
  client: ExplainClient,
  { text, values }: { text: string; values?: unknown[] },
): Promise<number> {
  const [root] = await explain(client, 'analyze, buffers', text, values)
  return (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0)
}

/** Runs a statement, with all its effects, and returns all nodes of its plan. */
export const explainAnalyze = (
  client: ExplainClient,
  { text, values }: { text: string; values?: unknown[] },
): Promise<PlanNode[]> => explain(client, 'analyze', text, values)

async function explain(
  client: ExplainClient,
  option: 'generic_plan' | 'analyze' | 'analyze, buffers',
  text: string,
  values?: unknown[],
): Promise<PlanNode[]> {
  const { rows } = await client.query(`explain (${option}, format json) ${text}`, values)
  return rows.flatMap((row) => listNodes(row['QUERY PLAN'][0].Plan))
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

/** Runs `check` while the tables of a test are empty, after `fillSql` has filled them, and after their analysis. */
export async function checkWhileTablesGrow(pool: Pool, fillSql: string, check: () => Promise<void>): Promise<void> {
  await check()
  const fill = { text: fillSql, query_timeout: 60_000 } // takes long on a busy machine
  const filler = await pool.connect()
  try {
    await filler.query('set statement_timeout = 0')
    await filler.query(fill)
    await check()
    await filler.query('analyze')
    await check()
  } finally {
    filler.release(true) // with its setting
  }
}
