import { createHttpClient, type HttpLoad } from '../measure/http-load.ts'
import { type SendOperation, saturate, sendAtRate } from '../measure/load.ts'
import { readParentPid, readTreeCpuUs, waitUntilIdle } from '../measure/process-usage.ts'
import { createComparisonRow, getQuantile, printReport, type ReportRow } from '../measure/report.ts'
import { createFeedRequests, openFeedMix } from '../mix/feed-mix.ts'
import { openMessageLoad } from '../mix/message-load.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { seedConversations } from '../seed/seed-conversations.ts'
import { MEMBER_COUNT } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts, seedStrangers } from '../seed/seed-posts.ts'

const SIZES = { '10 k': 10_000, '100 k': 100_000, '1 M': 1_000_000 } as const
/** Posts after the first 10,000 have fewer likes than usual: eight million rows would take minutes to insert. */
const LIKES_OF_MANY = 2
const ROUNDS = 7
const SECONDS = 2
const CALLERS = 16
const WRITERS = 32
const PAIRS = 100
/** These wrote so much that their profiles fill a page in each size. With 10,000 posts, most members have written none or one. */
const AUTHORS = 50

const MEANING = `Three products run at the same time, with 10,000, 100,000 and a million posts and as many messages, and are measured in turns,
in changing order. Each row compares a larger one with the smallest in the same round. p50 (ms) is at the same constant rate for
all, a quarter of what the smallest product serves at saturation. 'us' is the processor time of all processes per operation,
including PostgreSQL. 'Per second' is at saturation: ${WRITERS} writers of posts, ${CALLERS} callers of the feed mix and of messages.`

type Figures = Record<
  'homeP50' | 'homeUs' | 'posts' | 'postUs' | 'mix' | 'messageP50' | 'messageUs' | 'messages',
  number[]
>
type Operations = Record<'home' | 'compose' | 'mix' | 'message', SendOperation>
type Rates = { home: number; message: number }
type Subject = { product: BenchProduct; operations: Operations; figures: Figures }

/** Measures how reading and writing posts and messages slow down with the number of posts and messages. */
export async function benchGrowth(): Promise<void> {
  await using opening = new AsyncDisposableStack()
  const subjects: Subject[] = []
  for (const size of Object.values(SIZES)) {
    const product = opening.use(await openBenchProduct())
    console.log(`Seeding ${size} posts and messages`)
    await seed(product, size)
    subjects.push({ product, operations: await openOperations(product, opening), figures: createEmptyFigures() })
  }
  const [smallest, ...larger] = subjects as [Subject, ...Subject[]]
  for (const { product, operations } of subjects)
    for (const send of Object.values(operations)) {
      await saturate(send, CALLERS, SECONDS) // warm
      await waitUntilIdle(product.pids())
    }
  const rates = await findRates(smallest)
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? subjects : subjects.toReversed()
    for (const subject of order) await measureRound(subject, rates)
    console.log(`Round ${round + 1} of ${ROUNDS} has ended`)
  }
  const [, ...names] = Object.keys(SIZES)
  const rows = larger.flatMap(({ figures }, at) => rowsOf(names[at] ?? '', figures, smallest.figures))
  printReport('growth', rows, MEANING)
}

async function seed(product: BenchProduct, size: number): Promise<void> {
  await seedMembers(product, 'meadow_posts')
  await seedPosts(product, 0, MEMBER_COUNT)
  if (size > MEMBER_COUNT) await seedPosts(product, MEMBER_COUNT, size, { likesMean: LIKES_OF_MANY })
  await seedStrangers(product, 'meadow_chat')
  await seedConversations(product, PAIRS, size)
  await product.query('postgres', 'checkpoint') // not during the rounds
}

async function openOperations(product: BenchProduct, opening: AsyncDisposableStack): Promise<Operations> {
  const { url } = product.stack
  const requests = createFeedRequests(product, { authors: AUTHORS })
  const client = opening.use(createHttpClient(url))
  const { load } = opening.use(await openMessageLoad(product, url, { pairs: PAIRS, seconds: SECONDS }))
  let count = 0
  return {
    home: () => client.send(requests.home(count++)),
    compose: () => client.send(requests.compose(count++)),
    mix: opening.use(openFeedMix(url, requests)).send,
    message: sendFrom(load, client),
  }
}

const sendFrom =
  ({ next }: HttpLoad, client: ReturnType<typeof createHttpClient>): SendOperation =>
  () =>
    client.send(next())

const createEmptyFigures = (): Figures => ({
  homeP50: [],
  homeUs: [],
  posts: [],
  postUs: [],
  mix: [],
  messageP50: [],
  messageUs: [],
  messages: [],
})

/** Returns rates that all sizes can serve: a quarter of the saturation. */
async function findRates({ operations, product }: Subject): Promise<Rates> {
  const home = await saturate(operations.home, CALLERS, SECONDS)
  const message = await saturate(operations.message, CALLERS, SECONDS)
  await waitUntilIdle(product.pids())
  return { home: home.perSecond / 4, message: message.perSecond / 4 }
}

async function measureRound({ product, operations, figures }: Subject, rates: Rates): Promise<void> {
  const { result: home, us: homeUs } = await measureUs(product, () => sendAtRate(operations.home, rates.home, SECONDS))
  const { result: posts, us: postUs } = await measureUs(product, () => saturate(operations.compose, WRITERS, SECONDS))
  const { result: mix } = await measureUs(product, () => saturate(operations.mix, CALLERS, SECONDS))
  const { result: message, us: messageUs } = await measureUs(product, () =>
    sendAtRate(operations.message, rates.message, SECONDS),
  )
  const { result: messages } = await measureUs(product, () => saturate(operations.message, CALLERS, SECONDS))
  figures.homeP50.push(getQuantile(home.durationsMs, 0.5))
  figures.homeUs.push(homeUs)
  figures.posts.push(posts.perSecond)
  figures.postUs.push(postUs)
  figures.mix.push(mix.perSecond)
  figures.messageP50.push(getQuantile(message.durationsMs, 0.5))
  figures.messageUs.push(messageUs)
  figures.messages.push(messages.perSecond)
}

/** Runs a load until all its events are handled. Returns the processor time per operation of all processes of the product. */
async function measureUs<T extends { durationsMs: readonly number[] }>(
  { stack, pids }: BenchProduct,
  run: () => Promise<T>,
): Promise<{ result: T; us: number }> {
  const supervisor = readParentPid(stack.pidOf('gateway') ?? 0)
  const before = readTreeCpuUs(supervisor)
  const result = await run()
  await waitUntilIdle(pids())
  return { result, us: (readTreeCpuUs(supervisor) - before) / result.durationsMs.length }
}

function rowsOf(name: string, larger: Figures, smallest: Figures): ReportRow[] {
  const createRow = (label: string, figure: keyof Figures, target: string) =>
    createComparisonRow(`${name}: ${label}`, larger[figure], smallest[figure], target)
  return [
    createRow('home, p50', 'homeP50', '<= 1.15'),
    createRow('home, us', 'homeUs', ''),
    createRow('posts per second', 'posts', '>= 0.97'),
    createRow('post, us', 'postUs', ''),
    createRow('feed mix per second', 'mix', '>= 0.95'),
    createRow('message, p50', 'messageP50', '<= 1.15'),
    createRow('message, us', 'messageUs', '<= 1.15'),
    createRow('messages per second', 'messages', ''),
  ]
}
