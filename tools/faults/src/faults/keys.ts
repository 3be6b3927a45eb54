import { setTimeout as delay } from 'node:timers/promises'
import { defineFault } from '../fault.ts'
import { listVerifiers, sendToken, type Verifier } from '../keys/instances.ts'
import { readKeyId, rotateKeys } from '../keys/rotate-keys.ts'
import { PASSWORD } from '../load.ts'
import { watchReads } from '../recovery.ts'
import type { RepeatingClient } from '../repeating-client.ts'
import { startFaultStack } from '../run/fault-run.ts'
import { runUnderLoad } from '../under-load.ts'

const PROBE_INTERVAL_MS = 250
const CHANGE_TIMEOUT_MS = 60_000
const ACCOUNT = {
  username: 'keyholder',
  email: 'keyholder@example.org',
  fullName: 'Key Holder',
  password: PASSWORD,
}

/**
 * Rotates the signing keys of two instances of auth by hand, several times under load. The tokens of all keys must be valid at
 * both instances of every service, and no request may fail. Then revokes the keys.
 */
export const fault = defineFault({
  summary: 'rotates the signing keys under load, then revokes them',
  options: { rotations: 4 },
  async run(run, { rotations }) {
    const stack = await startFaultStack(run, { options: ['--instances', '2'] })
    const verifiers = await listVerifiers(stack)
    const tokens: string[] = []
    const rotated: { rotation: number; signsAfter: number }[] = []
    const broken: string[] = []
    let client: RepeatingClient | undefined
    let reads = { reads: 0, failed: 0 }

    const { broken: violations, ...counts } = await runUnderLoad({ run, stack }, async (load) => {
      client = load.client
      tokens.push(await getToken(load.client, '/auth/register'))
      const reading = watchReads(load)
      for (let rotation = 1; rotation <= rotations; rotation++) {
        const startedAt = performance.now()
        await rotateKeys(stack.dataDir, '--now')
        tokens.push(await waitForNewKey(load.client, tokens))
        rotated.push({ rotation, signsAfter: Math.round(performance.now() - startedAt) })
        run.log(`rotation ${rotation}: the new key signs after ${rotated.at(-1)?.signsAfter} ms`)
        broken.push(...(await findUnexpected(verifiers, tokens, 200)))
      }
      reads = await reading.end()
    })
    if (counts.refusedTokens > 0) broken.push(`${counts.refusedTokens} requests with a valid token were refused`)
    if (counts.failures > 0) broken.push(`${counts.failures} requests failed`)
    if (reads.failed > 0) broken.push(`${reads.failed} reads failed`)

    const revokedAt = performance.now()
    await rotateKeys(stack.dataDir, '--revoke')
    await waitUntilRefused(verifiers, tokens)
    const refusedAfter = Math.round(performance.now() - revokedAt)
    if (client) broken.push(...(await findUnexpected(verifiers, [await waitForNewKey(client, tokens)], 200)))
    return {
      broken: [...broken, ...violations],
      figures: { ...counts, ...reads, keys: new Set(tokens.map(readKeyId)).size, refusedAfter },
      tables: [rotated],
    }
  },
})

async function getToken(client: RepeatingClient, path: '/auth/register' | '/auth/login'): Promise<string> {
  const { body } = await client.callUntilResponse({ path, body: ACCOUNT })
  return body['token'] as string
}

/** Signs in until a key signs that has signed none of the tokens. @throws after a minute */
async function waitForNewKey(client: RepeatingClient, tokens: readonly string[]): Promise<string> {
  const knownKids = tokens.map(readKeyId)
  const deadline = performance.now() + CHANGE_TIMEOUT_MS
  while (performance.now() < deadline) {
    const token = await getToken(client, '/auth/login')
    if (!knownKids.includes(readKeyId(token))) return token
    await client.callUntilResponse({ path: '/auth/logout', token, body: {} }) // too many sessions would end the oldest ones
    await delay(PROBE_INTERVAL_MS)
  }
  throw new Error('No new key signs')
}

/** Sends every token to every instance. Returns a line for each other status than the expected one. */
async function findUnexpected(verifiers: readonly Verifier[], tokens: readonly string[], expected: number) {
  const pairs = verifiers.flatMap((verifier) => tokens.map((token, index) => ({ verifier, token, index })))
  const lines = await Promise.all(
    pairs.map(async ({ verifier, token, index }) => {
      const status = await sendToken(verifier, token)
      return status === expected ? [] : [`${verifier.instance} responded to the token of key ${index} with ${status}`]
    }),
  )
  return lines.flat()
}

/** Waits until every instance refuses every token. @throws after a minute */
async function waitUntilRefused(verifiers: readonly Verifier[], tokens: readonly string[]): Promise<void> {
  const deadline = performance.now() + CHANGE_TIMEOUT_MS
  for (;;) {
    const accepted = await findUnexpected(verifiers, tokens, 401)
    if (accepted.length === 0) return
    if (performance.now() > deadline) throw new Error(`Revoked keys are accepted: ${accepted.join('; ')}`)
    await delay(PROBE_INTERVAL_MS)
  }
}
