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
export const processVariables = (port: number) => ({
  PORT: z.coerce.number().int().min(0).max(65_535).default(port),
  HOST: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
})

/** Several hosts with a port each make an address that no standard knows as a URL; the adapter reads it. */
const engineUrl = () => z.string().regex(/^[a-z][a-z0-9+]*:\/\/\S+$/, 'Invalid URL')

/** The engines that every service opens; the scheme of each URL chooses which. */
export const engineVariables = { STORE_URL: engineUrl(), BUS_URL: engineUrl(), STATE_URL: engineUrl() }

/** Where a service learns whom to trust: auth's address, and a file that keeps its keys and the ended sessions while auth is away. */
export const trustVariables = { AUTH_URL: z.url().default('http://auth:8080'), KEYS_FILE: z.string().optional() }

/** The environment as the service `name` reads it: `<NAME>_STORE_URL` wins over the `STORE_URL` that all may share. */
export const withOwnStore = (
  name: string,
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> => ({
  ...environment,
  STORE_URL: environment[`${name.toUpperCase()}_STORE_URL`] || environment['STORE_URL'],
})
