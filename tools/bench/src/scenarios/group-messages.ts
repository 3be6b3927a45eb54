import { randomUUID } from 'node:crypto'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { type HttpLoad, type HttpRequest, runSaturated } from '../measure/http-load.ts'
import { createMessageRounds, type MessageRounds, measureMessageRound } from '../measure/message-rounds.ts'
import { createComparisonRow, printReport } from '../measure/report.ts'
import { connectSocketClients, createSocketAuths } from '../measure/socket-clients.ts'
import { observeMessageArrivals } from '../mix/message-arrivals.ts'
import { openMessageLoad } from '../mix/message-load.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { seedConversations } from '../seed/seed-conversations.ts'
import { seedGroups } from '../seed/seed-groups.ts'
import { seedStrangers } from '../seed/seed-posts.ts'

const SECONDS = 2
const CALLERS = 4
const CONNECT_CONCURRENCY = 16
const GROUPS = 10
const GROUP_SIZE = 50
const PAIRS = 100
const MESSAGES = 10_000

const MEANING = `A message of 100 characters to a group of ${GROUP_SIZE}, from the request through the gateway until the socket of its last member receives it.
Each of the ${GROUPS} groups has ${GROUP_SIZE} sockets. The baseline is a message to one member, by the same product in the same run. 'us' is processor
time of all our processes per message, without PostgreSQL; p50 and p99 are milliseconds, 'alone' with one caller, otherwise at half
of saturation by ${CALLERS} callers.`

/** Measures a message to a group beside a message to one member. */
export async function benchGroupMessages(): Promise<void> {
  await using product = await openBenchProduct()
  await seedStrangers(product, 'meadow_chat')
  await seedConversations(product, PAIRS, MESSAGES)
  const groups = await seedGroups(product, GROUPS, GROUP_SIZE)
  await using direct = await openMessageLoad(product, product.stack.url, { pairs: PAIRS, seconds: SECONDS })
  await using group = await openGroupLoad(product, groups)
  const rounds = { direct: createMessageRounds(), group: createMessageRounds() }
  for (const { load } of [direct, group]) await runSaturated(load, CALLERS) // warm
  const pids = product.pids()
  for (let round = 0; round < ROUNDS; round++) {
    await measureMessageRound(rounds.direct, { load: direct.load, pids, callers: CALLERS })
    await measureMessageRound(rounds.group, { load: group.load, pids, callers: CALLERS })
  }
  const compare = (figure: keyof MessageRounds, target: string) =>
    createComparisonRow(NAMES[figure], rounds.group[figure], rounds.direct[figure], target)
  printReport(
    'group-messages',
    [
      compare('cpuUs', '<= 4'),
      compare('alone', '<= 2'),
      compare('p50', '<= 2'),
      compare('p99', ''),
      compare('perSecond', ''),
    ],
    MEANING,
  )
}

const NAMES = { cpuUs: 'us', alone: 'p50 alone', p50: 'p50', p99: 'p99', perSecond: 'per second' }

/** Connects all members of the groups. The effect of a request is the arrival of the message at the last of their sockets. */
async function openGroupLoad(
  product: BenchProduct,
  groups: readonly string[],
): Promise<AsyncDisposable & { load: HttpLoad }> {
  const { url } = product.stack
  const auths = createSocketAuths(product, groups.length * GROUP_SIZE)
  const clients = await connectSocketClients({ url, auths, concurrency: CONNECT_CONCURRENCY })
  const arrivals = observeMessageArrivals(clients.sockets, { name: 'groupMessage', recipients: GROUP_SIZE })
  let count = 0
  const next = (): HttpRequest => {
    const group = count % groups.length
    const sender = auths[group * GROUP_SIZE + (Math.floor(count / groups.length) % GROUP_SIZE)]
    const content = `Message ${count++}`.padEnd(100, '.')
    const headers = { authorization: `Bearer ${sender?.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ content, clientMessageId: randomUUID() })
    const path = `/api/messages/groups/${groups[group]}/messages`
    return { method: 'POST', path, headers, body, effect: arrivals.waitFor(content) }
  }
  return {
    load: { url, next, seconds: SECONDS },
    async [Symbol.asyncDispose]() {
      clients.assertConnected()
      clients[Symbol.dispose]()
    },
  }
}
