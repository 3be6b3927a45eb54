import type { RequestListener } from 'node:http'
import { ConfigurationError, createHttpListener, type Logger } from '@meadow/service'
import { createBackOff } from './back-off.ts'
import { readStoreTime } from './clock/open-store-clock.ts'
import { readDatabaseName, toDatabaseUrl } from './postgres/database-url.ts'
import { getErrorCode } from './postgres/error-code.ts'
import { isTransientError } from './postgres/transient-error.ts'

type WaitForStoreOptions = {
  service: string
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
export async function waitForStore(url: string, { service, log, probes }: WaitForStoreOptions): Promise<void> {
  const backOff = createBackOff()
  await using waiting = new AsyncDisposableStack()
  for (;;) {
    try {
      await readStoreTime(url, service) // creates the database
      if (backOff.failures > 0) log.info('the store is available')
      return
    } catch (error) {
      assertRetryable(error, { url, service })
      if (backOff.failures === 0) {
        log.warn({ reason: toReason(error) }, 'waiting for the store')
        if (probes) waiting.use(await openProbeServer(probes))
      }
      await backOff.wait(new AbortController().signal)
    }
  }
}

/** Throws unless a retry may succeed. */
function assertRetryable(error: unknown, { url, service }: { url: string; service: string }): void {
  const code = String(getErrorCode(error) ?? Object(error).code)
  if (AUTHENTICATION_ERROR_CODES.has(code))
    throw new ConfigurationError(`STORE_URL: the store refuses its user: ${toReason(error)}`)
  if (code === INSUFFICIENT_PRIVILEGE_CODE) {
    const database = readDatabaseName(toDatabaseUrl(url, `meadow_${service}`))
    throw new ConfigurationError(
      `The database ${database} does not exist, and the user of STORE_URL may not create it: run src/migrate.ts of the service as its owner`,
    )
  }
  if (!isTransientError(error)) throw error
}

/** Returns the message of an error. A connection that was tried at several addresses has one message for each. */
const toReason = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(toReason).join('; ') : String(Object(error).message)

async function openProbeServer({ port, host }: { port: number; host?: string | undefined }): Promise<AsyncDisposable> {
  const listener = createHttpListener(respondToProbe)
  await listener.listen(port, host)
  return { [Symbol.asyncDispose]: () => listener.close(0) }
}

const respondToProbe: RequestListener = ({ url }, response) => {
  const isLive = url === '/health/live'
  const body = isLive ? { status: 'ok' } : { status: 'not_ready', failing: ['store'], degraded: [] }
  response.writeHead(isLive ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}
