import { setTimeout as delay } from 'node:timers/promises'
import { createApiClient } from '@meadow/testing/api-client'
import { fillAccount, findFiles, findTraces, SECRET } from '@meadow/testing/member-traces'
import { queryDatabase } from '@meadow/testing/query-database'
import type { Stack } from '@meadow/testing/stack'
import { defineFault } from '../fault.ts'
import { SERVICES, type Service } from '../history.ts'
import { getPid, waitForSuccessor } from '../restart-instance.ts'
import { startFaultStack } from '../run/fault-run.ts'

const FULL_NAME = 'Odalys Vanterpool'
const CONFIRM_TIMEOUT_MS = 180_000
const PROBE_INTERVAL_MS = 100

/**
 * Erases a member who has written in every place, and kills the services meanwhile. Then nothing of the member may be left in any
 * table or in the folder of media but the id, and the receipt must be complete. The bus keeps events for 7 days.
 */
export const fault = defineFault({
  summary: 'erases a member while each service is killed: nothing is left, and the receipt is complete',
  options: { kills: 2, messages: 400, posts: 300 },
  async run(run, { kills, messages, posts }) {
    const stack = await startFaultStack(run)
    const api = createApiClient(stack.url)
    const [leaver, neighbour] = [await api.register(FULL_NAME), await api.register('Nils Neighbour')]
    await api.makeMutualFollowers(leaver, neighbour)
    await fillAccount(api, { leaver, neighbour, messages, posts })
    run.log(`a member has written ${posts} posts and ${messages} messages`)

    await api.call('/auth/account', { by: leaver, method: 'DELETE', body: { password: leaver.account.password } })
    await queryDatabase(stack, 'auth', "update accounts set erases_at = now() - interval '1 second' where id = $1", [
      leaver._id,
    ])
    const startedAt = performance.now()
    const killed = (await Promise.all(SERVICES.map((service) => killWhileErasing(stack, service, kills)))).flat()
    for (const { service, backAfter } of killed) run.log(`${service} was killed: ready after ${backAfter} ms`)
    if (killed.length < Math.min(kills, 1)) throw new Error('No kill hit an erasure: write more')
    const hasConfirmed = await waitForConfirmations(stack)
    const completeAfter = Math.round(performance.now() - startedAt)
    await waitUntilMailIsSent(stack)
    const { username, email } = leaver.account
    const texts = [username, email, FULL_NAME, SECRET]
    const broken = [
      ...(hasConfirmed ? [] : [`only ${await countConfirmed(stack)} services have confirmed`]),
      ...(await findTraces(stack, texts)).traces.map(
        ({ table, text, rows }) => `${table} has '${text}' in ${rows} rows`,
      ),
      ...(await findFilesLeft(stack, leaver._id)),
    ]
    return { broken, figures: { completeAfter, kills: killed.length }, tables: [await readParts(stack)] }
  },
})

const readParts = (stack: Stack) =>
  queryDatabase(stack, 'auth', 'select service, counts::text from erasure_confirmations')
const countConfirmed = async (stack: Stack) => (await readParts(stack)).length

async function waitForConfirmations(stack: Stack): Promise<boolean> {
  const deadline = performance.now() + CONFIRM_TIMEOUT_MS
  while (performance.now() < deadline) {
    if ((await countConfirmed(stack)) === SERVICES.length) return true
    await delay(PROBE_INTERVAL_MS)
  }
  return false
}

/** Kills a service up to `times` times, as soon as it has something to erase and while it has. */
async function killWhileErasing(stack: Stack, service: Service, times: number) {
  const killed: { service: Service; backAfter: number }[] = []
  const deadline = performance.now() + CONFIRM_TIMEOUT_MS
  while (killed.length < times && performance.now() < deadline) {
    const isErasing = (await queryDatabase(stack, service, 'select from member_erasures')).length > 0
    if (isErasing) {
      const pid = getPid(stack, service)
      process.kill(pid, 'SIGKILL')
      killed.push({ service, backAfter: await waitForSuccessor(stack, service, pid) })
    } else if ((await readParts(stack)).some((part) => part['service'] === service)) break
  }
  return killed
}

/** Waits for the last mail, and deletes it as the hourly cleanup does. */
async function waitUntilMailIsSent(stack: Stack): Promise<void> {
  const countWaiting = () => queryDatabase(stack, 'auth', 'select from mails where sent_at is null')
  const deadline = performance.now() + CONFIRM_TIMEOUT_MS
  while ((await countWaiting()).length > 0 && performance.now() < deadline) await delay(PROBE_INTERVAL_MS)
  await queryDatabase(stack, 'auth', 'delete from mails where sent_at is not null')
}

/** Returns a line for each file of the member, after the removal had its time. */
async function findFilesLeft(stack: Stack, memberId: string): Promise<string[]> {
  const deadline = performance.now() + CONFIRM_TIMEOUT_MS
  for (;;) {
    const left = await findFiles(stack, memberId)
    if (left.length === 0 || performance.now() > deadline) return left.map((file) => `the file ${file} is left`)
    await delay(PROBE_INTERVAL_MS)
  }
}
