import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExpectedLogLine } from './expected-log-lines.ts'
import { attachToStack, type RunningStack, type Stack, startStackWithoutRateLimits } from './stack.ts'

/** The environment variable with the address of the shared product's host. */
const SHARED_STACK_HOST = 'SHARED_STACK_HOST'

/** Expects the lines of a security event, with one reason if `reason` is given. */
const toSecurityEvent = (event: string, why: string, reason?: string): ExpectedLogLine => ({
  text: new RegExp(`"event":"${event}",${reason ? `"reason":"${reason}",` : ''}`),
  reason: why,
})

/** The lines of what the tests in a browser do on purpose to the product that they share. */
const ATTACKS: readonly ExpectedLogLine[] = [
  toSecurityEvent('auth.mail_link_refused', 'The calls of every role use a link that never existed.', 'reset_password'),
  toSecurityEvent('auth.account_deactivation_refused', 'The calls of every role have a wrong password.'),
  toSecurityEvent('auth.second_factor_change_refused', 'The calls of every role type a code of no app.'),
  toSecurityEvent('auth.sign_in_failed', 'A test signs in to a deleted account, to restore it.', 'deactivated'),
  toSecurityEvent('auth.sign_in_failed', 'A test signs in to a suspended account, to appeal.', 'suspended'),
  toSecurityEvent('auth.mail_link_refused', 'The calls of every role use a link that never existed.', 'verify_email'),
  toSecurityEvent('auth.mail_link_refused', 'The calls of every role use a link that never existed.', 'change_email'),
  toSecurityEvent('auth.oauth_refused', 'The calls of every role use a one-time code that never existed.', 'code'),
  toSecurityEvent('auth.sign_in_failed', 'Tests sign in with a wrong password.', 'wrong_password'),
  toSecurityEvent('auth.sign_in_failed', 'A test signs in by a passkey that was removed.', 'passkey'),
  toSecurityEvent(
    'auth.sign_in_failed',
    'A test signs in as a demo account, which this product lacks.',
    'demo_account',
  ),
  toSecurityEvent('auth.origin_refused', 'A test renews a session from the sandbox of the API documents.'),
  toSecurityEvent('auth.token_refused', 'Tests use a session after its end, as a lost device does.', 'session_ended'),
  toSecurityEvent('socket.token_refused', 'A test connects with the token of an ended session.', 'session_ended'),
  toSecurityEvent(
    'socket.token_refused',
    'A socket keeps the token of another session, or one that auth no longer knows.',
    'invalid_token',
  ),
  {
    processes: ['chat'],
    text: /"msg":"socket tried to join the room of another member"/,
    reason: 'A test asks for the room of another member.',
  },
]

/**
 * Opens the server from which the workers of a test run request the product that they share. The first request starts it.
 * Its end fails if the logs of the product hold an unexpected warning or error.
 */
export async function openSharedStackHost(): Promise<AsyncDisposable> {
  let starting: Promise<Stack> | undefined
  const server = createServer(async (_request, response) => {
    starting ??= startStackWithoutRateLimits()
    response.setHeader('connection', 'close') // a kept connection may close while the next request is on its way
    try {
      const { url, dataDir } = await starting
      response.end(JSON.stringify({ url, dataDir }))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[SHARED_STACK_HOST] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      await (await starting?.catch(() => undefined))?.stopWithCleanLogs(
        'the product that the tests in a browser share',
        ATTACKS,
      )
    },
  }
}

/** Returns the product that all tests of this run share. @throws if it does not start, or the run has none */
export async function attachToSharedStack(): Promise<RunningStack> {
  const host = process.env[SHARED_STACK_HOST]
  if (!host) throw new Error(`${SHARED_STACK_HOST} is not set: run the tests by tools/e2e/playwright.config.ts`)
  const response = await fetch(host)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  const { url, dataDir } = JSON.parse(text)
  return attachToStack(url, dataDir)
}
