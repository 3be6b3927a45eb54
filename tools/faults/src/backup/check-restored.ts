import { setTimeout as delay } from 'node:timers/promises'
import { createSeededRandom } from '@meadow/testing/random'
import type { Stack } from '@meadow/testing/stack'
import { checkInvariants } from '../check-invariants.ts'
import { openDatabases } from '../databases.ts'
import type { Member } from '../history.ts'
import { createLoad } from '../load.ts'
import { createRepeatingClient } from '../repeating-client.ts'
import type { FaultRun } from '../run/fault-run.ts'
import { type Acknowledged, findLost, listAcknowledged } from './quiet-members.ts'
import { readHistory } from './read-history.ts'

type RestoredCheck = {
  /** The operations that were acknowledged before the backup began. */
  before: Acknowledged
  /** The posts that were deleted since. */
  deleted: ReadonlySet<string>
  workers: readonly Member[]
  quiet: readonly Member[]
  seconds: number
}

/** Lets members go on in a restored installation, then checks all data. Returns a line for each violation. */
export async function checkRestored(
  run: FaultRun,
  stack: Stack,
  { before, deleted, workers, quiet, seconds }: RestoredCheck,
): Promise<{ broken: string[]; operations: number }> {
  const client = createRepeatingClient({ urls: stack.urls, record: run.record })
  const history = await readHistory(stack, client)
  const lost = findLost(before, listAcknowledged(history, quiet), deleted)
  history.ended.push(...workers.map(({ token }) => token)) // the sessions of the installation that was backed up
  const earlier = [...history.chat.messages.values()]
  await using opened = await openDatabases(stack.postgresUrl())
  const databases = {
    ...opened,
    /** The bus of the restored installation has no events about the messages in the backup. */
    listPublishedMessageIds: (type: string) => {
      const known = earlier.filter(({ isDeleted }) => type === 'message.sent' || isDeleted).map(({ _id }) => _id)
      return [...new Set([...known, ...opened.listPublishedMessageIds(type)])]
    },
  }

  const load = createLoad({ client, history, random: createSeededRandom(run.seed + 1), onWrite: () => {} })
  const again = workers.map(({ _id }) => history.members.get(_id) as Member)
  for (const [index, member] of again.entries())
    for (const after of [1, 2]) await load.befriend(member, again[(index + after) % again.length] as Member)
  const stopping = new AbortController()
  const working = Promise.all(again.map((member) => load.actAs(member, stopping.signal)))
  await Promise.race([working, delay(seconds * 1000)])
  stopping.abort()
  await working
  return {
    broken: [...lost, ...(await checkInvariants({ client, history, databases }))],
    operations: history.operations,
  }
}
