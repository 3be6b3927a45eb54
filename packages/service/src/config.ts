import * as z from 'zod'

/**
 * A process's configuration out of its environment. Variables that are set to nothing count as not set.
 * @throws Error that names every wrong variable
 */
export function readEnvironment<S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = schema.safeParse(given, { error: (issue) => (issue.input === undefined ? 'is not set' : undefined) })
  if (read.success) return read.data
  const wrong = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The configuration is not complete:\n${wrong.join('\n')}`)
}

/** The variables that every process has: where it listens and how much it logs. */
export const defineProcessVariables = (port: number) => ({
  PORT: z.coerce.number().int().min(0).max(65_535).default(port).describe('The port that it listens on; 0 is any'),
  HOST: z.string().optional().describe('The address that it listens on; not set: every one'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('How much it logs'),
})

/** Several hosts with a port each make an address that no standard knows as a URL; the adapter reads it. */
const engineUrl = () => z.string().regex(/^[a-z][a-z0-9+]*:\/\/\S+$/, 'Invalid URL')

/** The engines that every service opens; the scheme of each URL chooses which. */
export const engineVariables = {
  STORE_URL: engineUrl().describe('Its store: `postgres://…`. Without a path, the database `meadow_<service>`'),
  BUS_URL: engineUrl().describe('The event bus: `postgres://…` or `kafka://…`'),
  STATE_URL: engineUrl().describe('The shared state: `postgres://…`, `redis://…` or `rediss://…`'),
}

/** The store of a service that has an adapter for MongoDB, too. */
export const postgresOrMongoStoreUrl = engineUrl().describe(
  'Its store: `postgres://…` or `mongodb://…`. Without a path, the database `meadow_<service>`',
)

/** Where a service learns whom to trust: auth's address, and a file that keeps its keys and the ended sessions while auth is away. */
export const trustVariables = {
  AUTH_URL: z.url().default('http://auth:8080').describe("Where auth's public keys and the ended sessions are read"),
  KEYS_FILE: z
    .string()
    .optional()
    .describe(
      "Keeps auth's keys, and the ended sessions beside them, for a start while auth is away; not set: not kept",
    ),
}

/** The environment as the service `name` reads it: `<NAME>_STORE_URL` wins over the `STORE_URL` that all may share. */
export const applyServiceStoreUrl = (
  name: string,
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> => ({
  ...environment,
  STORE_URL: environment[`${name.toUpperCase()}_STORE_URL`] || environment['STORE_URL'],
})
