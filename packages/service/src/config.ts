import * as z from 'zod'

/**
 * Reads the configuration of a process from its environment. Empty variables count as not set.
 * @throws Error that names every invalid variable
 */
export function readEnvironment<S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = schema.safeParse(variables, {
    error: (issue) => (issue.input === undefined ? 'is not set' : undefined),
  })
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The configuration is not valid:\n${problems.join('\n')}`)
}

/** Defines the variables of every process: its address and its log level. */
export const defineProcessVariables = (port: number) => ({
  PORT: z.coerce.number().int().min(0).max(65_535).default(port).describe('The port to listen on; 0 is any free port'),
  HOST: z.string().optional().describe('The address to listen on; not set: all addresses'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('The lowest level that is logged'),
})

/** A pattern instead of `z.url()`: an address with several hosts and ports is no valid URL. The adapter parses it. */
const engineUrl = () => z.string().regex(/^[a-z][a-z0-9+]*:\/\/\S+$/, 'Invalid URL')

/** The engines of every service. The scheme of each URL chooses the adapter. */
export const engineVariables = {
  STORE_URL: engineUrl().describe('The store: `postgres://…`. Without a path, the database `meadow_<service>`'),
  BUS_URL: engineUrl().describe('The event bus: `postgres://…` or `kafka://…`'),
  STATE_URL: engineUrl().describe('The shared state: `postgres://…`, `redis://…` or `rediss://…`'),
}

/** The store of a service with adapters for PostgreSQL and MongoDB. */
export const postgresOrMongoStoreUrl = engineUrl().describe(
  'The store: `postgres://…` or `mongodb://…`. Without a path, the database `meadow_<service>`',
)

/** The variables for verifying access tokens: the URL of auth, and a file that caches its keys and the ended sessions. */
export const tokenVerificationVariables = {
  AUTH_URL: z
    .url()
    .default('http://auth:8080')
    .describe('The address of auth, for its public keys and the ended sessions'),
  KEYS_FILE: z
    .string()
    .optional()
    .describe(
      "Caches auth's keys and the ended sessions so that the process can start while auth is down; not set: no cache",
    ),
}

/**
 * Returns a copy of the environment in which `<NAME>_STORE_URL`, if it is set, takes the place of `STORE_URL`. For
 * services that run with the same environment and have different stores. Call it before `readEnvironment`.
 */
export const applyServiceStoreUrl = (
  name: string,
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> => ({
  ...environment,
  STORE_URL: environment[`${name.toUpperCase()}_STORE_URL`] || environment['STORE_URL'],
})
