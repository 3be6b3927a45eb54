import { openPostgres } from '@meadow/storage'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { runSaturated } from '../measure/http-load.ts'
import { saturate } from '../measure/load.ts'
import { createComparisonRow, getQuantile, printReport } from '../measure/report.ts'
import { openBenchProduct } from '../product/open-product.ts'
import { seedConversations } from '../seed/seed-conversations.ts'
import { toSeedId } from '../seed/seed-ids.ts'
import { seedStrangers } from '../seed/seed-posts.ts'

const SECONDS = 2
const LIMIT = 10
const MESSAGES = 100_000
const SMALL = 10_000
/** As many successive messages of a conversation have the same text. */
const MATCHES = 10
const FIRST_NUMBER = 0x100000
const LARGE_CONVERSATION = 0
const SMALL_CONVERSATION = 1

/** Returns the number of the nth text, which has as many digits as all others. */
const toNumber = (n: number): string => (FIRST_NUMBER + n).toString(16)

const MEANING = `A page of the messages of a conversation that contain a text, requested from chat by one caller. ${MATCHES} messages match. The
baseline is the plain indexed query, without policy, views and HTTP. 'Grown' compares a conversation of ${MESSAGES.toLocaleString('en')} messages
with one of ${SMALL.toLocaleString('en')}. p50 and p99 are milliseconds.`

const BASELINE = `select id, content from messages where conversation_id = $1 and deleted_at is null
  and found_by like '%' || $2 || '%' order by seq desc limit ${LIMIT + 1}`

/** Measures `GET /messages/:id?q=` with a text that few messages contain. */
export async function benchMessageSearch(): Promise<void> {
  await using product = await openBenchProduct()
  await seedStrangers(product, 'meadow_chat')
  await seedConversations(product, 2, 2 * MESSAGES, {
    content: `'The text number ' || to_hex(${FIRST_NUMBER} + n / ${2 * MATCHES})`,
  })
  const small = toSeedId('conversation', SMALL_CONVERSATION)
  await product.query('meadow_chat', `delete from messages where conversation_id = $1 and seq <= ${MESSAGES - SMALL}`, [
    small,
  ])
  await product.query('meadow_chat', 'vacuum analyze messages')
  const chat = await product.findServiceUrl('chat')
  await using pool = await openPostgres(product.toStoreUrl('meadow_chat'), { maxConnections: 1 })

  let count = 0
  /** Returns a text of the newest messages, which both conversations have. */
  const nextText = () => `number ${toNumber(MESSAGES / MATCHES - 1 - (count++ % (SMALL / MATCHES)))}`
  const request = (conversation: number) => {
    const headers = { authorization: `Bearer ${product.signToken(conversation * 2)}` }
    const path = `/messages/${toSeedId('member', conversation * 2 + 1)}?limit=${LIMIT}&q=`
    const next = () => ({ path: path + encodeURIComponent(nextText()), headers })
    return async () => (await runSaturated({ url: chat, next, seconds: SECONDS }, 1)).durationsMs
  }
  async function queryPlainly(): Promise<number> {
    await pool.query(BASELINE, [toSeedId('conversation', LARGE_CONVERSATION), nextText()])
    return performance.now()
  }
  const subjects = {
    baseline: async () => (await saturate(queryPlainly, 1, SECONDS)).durationsMs,
    large: request(LARGE_CONVERSATION),
    small: request(SMALL_CONVERSATION),
  }
  for (const measure of Object.values(subjects)) await measure() // warm
  const rounds = { baseline: [] as number[][], large: [] as number[][], small: [] as number[][] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ['baseline', 'large', 'small'] as const) rounds[name].push([...(await subjects[name]())])

  const at = (share: number, durations: number[][]) => durations.map((round) => getQuantile(round, share))
  const rows = [
    createComparisonRow('p50, SQL', at(0.5, rounds.large), at(0.5, rounds.baseline), ''),
    createComparisonRow('p99, SQL', at(0.99, rounds.large), at(0.99, rounds.baseline), '<= 3'),
    createComparisonRow('p50, grown', at(0.5, rounds.large), at(0.5, rounds.small), '<= 1.5'),
  ]
  printReport('message-search', rows, MEANING)
}
