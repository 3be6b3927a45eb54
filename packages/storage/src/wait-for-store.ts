import type { RequestListener } from 'node:http'
import { ConfigurationError, createHttpListener, type Logger } from '@meadow/service'
import { createBackOff } from './back-off.ts'
import { readStoreTime } from './clock/open-store-clock.ts'
import { readDatabaseName, toDatabaseUrl } from './postgres/database-url.ts'
import { getErrorCode } from './postgres/error-code.ts'
import { isTransientError } from './postgres/transient-error.ts'

type WaitOptions = {
  log: Logger
  /** The address at which probes get a response meanwhile: the process is live, and not ready. @default no such address */
  probes?: { port: number; host?: string | undefined }
}

/** invalid_authorization_specification and invalid_password of PostgreSQL; AuthenticationFailed of MongoDB. */
const AUTHENTICATION_ERROR_CODES = new Set(['28000', '28P01', '18'])
const INSUFFICIENT_PRIVILEGE_CODE = '42501'

/**
 * Waits until the store of a service accepts connections, and creates its database if it is missing and the user may do so. It
 * logs when the wait begins and when it ends. @throws ConfigurationError if the store refuses the
 * user of the URL, or its database is missing and the user may not create it; other errors that no retry mends
 */
export async function waitForStore(
  url: string,
  { service, ...options }: WaitOptions & { service: string },
): Promise<void> {
  const readTime = () =>
    readStoreTime(url, service).catch((error) => Promise.reject(toConfigurationError(error, { url, service }) ?? error))
  await retryWhileAway(readTime, { awaited: 'store', ...options }) // creates the database
}

/**
 * Opens what a service needs of its engines, and repeats this while one of them is away: `open` must close what it has opened
 * before it throws. It logs when the wait begins and when it ends. @throws errors that no retry mends
 */
export const openWhenAvailable = <T>(open: () => Promise<T>, options: WaitOptions): Promise<T> =>
  retryWhileAway(open, { awaited: 'engines', ...options })

async function retryWhileAway<T>(
  attempt: () => Promise<T>,
  { awaited, log, probes }: WaitOptions & { awaited: 'store' | 'engines' },
): Promise<T> {
  const backOff = createBackOff()
  await using waiting = new AsyncDisposableStack()
  for (;;) {
    try {
      const result = await attempt()
      if (backOff.failures > 0) log.info(awaited === 'store' ? 'the store is available' : 'the engines are available')
      return result
    } catch (error) {
      if (!isTransientError(error)) throw error
      if (backOff.failures === 0) {
        log.warn({ reason: toReason(error) }, `waiting for the ${awaited}`)
        if (probes) waiting.use(await openProbeServer(probes, awaited))
      }
      await backOff.wait(new AbortController().signal)
    }
  }
}

/** Returns the error that says what to change in the configuration, if that is the cause. */
function toConfigurationError(
  error: unknown,
  { url, service }: { url: string; service: string },
): ConfigurationError | undefined {
  const code = String(getErrorCode(error) ?? Object(error).code)
  if (AUTHENTICATION_ERROR_CODES.has(code))
    return new ConfigurationError(`STORE_URL: the store refuses its user: ${toReason(error)}`)
  if (code !== INSUFFICIENT_PRIVILEGE_CODE) return undefined
  const database = readDatabaseName(toDatabaseUrl(url, `meadow_${service}`))
  return new ConfigurationError(
    `The database ${database} does not exist, and the user of STORE_URL may not create it: run src/migrate.ts of the service as its owner`,
  )
}

/** Returns the message of an error. A connection that was tried at several addresses has one message for each. */
const toReason = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(toReason).join('; ') : String(Object(error).message)

async function openProbeServer(
  { port, host }: { port: number; host?: string | undefined },
  awaited: string,
): Promise<AsyncDisposable> {
  const listener = createHttpListener(createProbeHandler(awaited))
  await listener.listen(port, host)
  return { [Symbol.asyncDispose]: () => listener.close(0) }
}

const createProbeHandler =
  (awaited: string): RequestListener =>
  ({ url }, response) => {
    const isLive = url === '/health/live'
    const body = isLive ? { status: 'ok' } : { status: 'not_ready', failing: [awaited], degraded: [] }
    response.writeHead(isLive ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    response.end(JSON.stringify(body))
  }
