import * as z from 'zod'
import { readVariable } from './config-files.ts'

export { readVariable }

/** A configuration with which a process cannot start. The message is one line for operators and contains no value. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/**
 * Reads the configuration of a process from its environment, and from the files that `<NAME>_FILE` names for variables of the
 * schema. Empty variables count as not set. @throws ConfigurationError that names every invalid variable
 */
export function readEnvironment<S extends z.ZodObject>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const variables: Record<string, string | undefined> = {}
  const problems = new Map<PropertyKey | undefined, string>()
  for (const name of Object.keys(schema.shape))
    try {
      variables[name] = readVariable(name, environment)
    } catch (error) {
      problems.set(name, error instanceof Error ? error.message : String(error))
    }
  const result = schema.safeParse(variables, {
    error: (issue) => (issue.input === undefined ? 'is not set' : undefined),
  })
  if (result.success && problems.size === 0) return result.data
  const invalid = result.error?.issues.filter(({ path: [name] }) => !problems.has(name)) ?? []
  const lines = [...problems.values(), ...invalid.map(({ path, message }) => `${path.join('.')}: ${message}`)]
  throw new ConfigurationError(`The configuration is not valid: ${lines.join('; ')}`)
}

/** Defines the variables of every process: its address, its log level and its drain time. */
export const defineProcessVariables = (port: number) => ({
  PORT: z.coerce.number().int().min(0).max(65_535).default(port).describe('The port to listen on; 0 is any free port'),
  HOST: z.string().optional().describe('The address to listen on; not set: all addresses'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('The lowest level that is logged'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(5)
    .describe(
      'After SIGTERM: the time in which the process is not ready but still responds, so that load balancers notice. It ends within 20 s after that',
    ),
})

/**
 * Defines the URL of an engine by its schemes. Only the scheme is checked if the address may have several hosts: it is then no
 * valid URL, and the adapter parses it.
 */
const engineUrl = (schemes: readonly string[]) =>
  z.string().refine((text) => schemes.includes(text.split('://', 1)[0] ?? '') && isAddress(text), {
    error: `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  })

const POSTGRES_SCHEMES = ['postgres', 'postgresql']
const MONGODB_SCHEMES = ['mongodb', 'mongodb+srv']
const REDIS_SCHEMES = ['redis', 'rediss'].flatMap((scheme) => [scheme, `${scheme}-sentinel`, `${scheme}-cluster`])

const isAddress = (text: string): boolean =>
  /^postgres/.test(text) ? URL.canParse(text) : /^[a-z][a-z0-9+-]*:\/\/\S+$/.test(text)

/** The engines of every service. The scheme of each URL chooses the adapter. */
export const engineVariables = {
  STORE_URL: engineUrl(POSTGRES_SCHEMES).describe(
    'The store: `postgres://…`. Without a path, the database `meadow_<service>`',
  ),
  BUS_URL: engineUrl([...POSTGRES_SCHEMES, 'kafka']).describe('The event bus: `postgres://…` or `kafka://…`'),
  STATE_URL: engineUrl([...POSTGRES_SCHEMES, ...REDIS_SCHEMES]).describe(
    'The shared state: `postgres://…`, `redis://…`, `redis-sentinel://…` or `redis-cluster://…`; with TLS `rediss…://…`',
  ),
  AUTO_MIGRATE: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`on`: the process migrates its databases when it starts. `off`: it only checks that the migrate command of the service has done so, in this version or a newer one',
    ),
}

/** The store of a service with adapters for PostgreSQL and MongoDB. */
export const postgresOrMongoStoreUrl = engineUrl([...POSTGRES_SCHEMES, ...MONGODB_SCHEMES]).describe(
  'The store: `postgres://…` or `mongodb://…`. Without a path, the database `meadow_<service>`',
)

/** The store of picture files of a service. */
export const mediaUrl = z
  .url({ protocol: /^(?:file|s3)$/, error: 'must be an address that begins with file:// or s3://' })
  .describe('The store of picture files: `file:…` or `s3:…`')

/** The store of the exports of members, which all services share. */
export const exportUrl = mediaUrl
  .optional()
  .describe(
    'The store of the exports of members, the same for all services and apart from pictures: `file:…` or `s3:…`. Not set: members cannot export their data. Set by `npm start`',
  )

const ENCRYPTION_KEY_BYTES = 32

/** Keys for AES-256, in base64, separated by commas. */
export const encryptionKeysVariable = z
  .string()
  .default('')
  .transform((list) => list.split(',').filter((key) => key.trim() !== ''))
  .transform((list) => list.map((key) => Buffer.from(key, 'base64')))
  .refine((keys) => keys.every(({ length }) => length === ENCRYPTION_KEY_BYTES), {
    error: 'must be 32 bytes in base64 (openssl rand -base64 32), or several of them, separated by commas',
  })

/** The switch of the limits that a service counts itself. */
export const rateLimitsVariable = z
  .enum(['on', 'off'])
  .default('on')
  .describe('`off` disables the limits, for load tests')

/** The switch of guest mode. Services that serve guests, and auth, which tells it to pages, must have the same value. */
export const guestModeVariable = z
  .enum(['on', 'off'])
  .default('on')
  .describe('`off`: only members can read posts and profiles, and the sign-in page offers no way around it')

/** Makes members prove their e-mail address before they write messages. auth and chat must have the same value. */
export const requireVerifiedEmailVariable = z
  .enum(['on', 'off'])
  .default('off')
  .describe(
    '`on`: members write no messages until they have proved their e-mail address; auth and chat must agree. `npm start` sets it if `MAIL_URL` names a mail server, as the component `mail` of Kubernetes does',
  )

/** The limits of the pictures that a member uploads to one service. */
export const uploadVariables = {
  UPLOADS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1)
    .default(120)
    .describe('Maximum number of uploaded pictures per member and hour'),
  UPLOAD_MEGABYTES_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1)
    .default(500)
    .describe('Maximum size of the uploads of a member per hour, in megabytes'),
}

/** The variables for verifying access tokens: the URL of auth, and a file that caches its keys and the ended sessions. */
export const tokenVerificationVariables = {
  AUTH_URL: z
    .url({ protocol: /^https?$/ })
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
 * Returns a copy of the environment in which `<NAME>_STORE_URL`, if it or its file is set, takes the place of `STORE_URL`. For
 * services that run with the same environment and have different stores. Call it before `readEnvironment`.
 */
export function applyServiceStoreUrl(
  name: string,
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const own = `${name.toUpperCase()}_STORE_URL`
  const { [own]: url, [`${own}_FILE`]: file } = environment
  return url || file ? { ...environment, STORE_URL: url, STORE_URL_FILE: file } : environment
}
