import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

type Variables = Record<string, string | undefined>

/** The engines in containers for development and tests, and the product in containers with its engines. */
export const ENGINES_FILE = resolve(import.meta.dirname, '../../../compose.engines.yaml')
export const PRODUCT_FILE = resolve(import.meta.dirname, '../../../docker-compose.yml')

/** A service of a compose file: what starts its container. */
export type ComposeService = {
  image: string
  entrypoint?: string[]
  command?: string[]
  environment?: Record<string, string>
  /** Each as `ADDRESS:PORT:PORT`: of this machine, and of the container. */
  ports?: string[]
  /** The command that succeeds in the container when the engine responds. */
  healthcheck?: { test: string[] }
  /** The variables of the product with its URL. The first is that of who may do everything. */
  'x-variables'?: Record<string, string>
}

/**
 * Reads the services of a compose file by name. `variables` take the place of `${NAME:-default}`, as docker compose replaces
 * them. @throws Error if the file is not valid
 */
export async function readComposeServices(file: string, variables: Variables): Promise<Record<string, ComposeService>> {
  const { parse } = await import('yaml') // loaded only with --engines
  return replaceVariables(parse(await readFile(file, 'utf8'), { merge: true }).services, variables)
}

function replaceVariables<Value>(value: Value, variables: Variables): Value {
  if (typeof value === 'string')
    return value.replaceAll(/\$\$|\$\{(\w+)(?::[-?]([^}]*))?\}/g, (match, name?: string, fallback = '') =>
      match === '$$' ? '$' : variables[name ?? ''] || fallback,
    ) as Value
  if (Array.isArray(value)) return value.map((one) => replaceVariables(one, variables)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, replaceVariables(one, variables)])
  return Object.fromEntries(entries) as Value
}
