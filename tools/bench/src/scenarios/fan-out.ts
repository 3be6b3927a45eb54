import { randomUUID } from 'node:crypto'
import type { CallResponse, calls } from '@meadow/contracts'
import { type FeedCopies, openFeedCopies } from '../baseline/feed-copies.ts'
import { createCountedClient } from '../cost/counted-client.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { type HttpRequest, runSaturated } from '../measure/http-load.ts'
import { waitUntilIdle } from '../measure/process-usage.ts'
import { createComparisonRow, createSingleRow, getQuantile, printReport } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { type FollowedAuthor, listFollowers, seedFollowers } from '../seed/seed-followers.ts'
import { MEMBER_COUNT } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts } from '../seed/seed-posts.ts'

const SECONDS = 1.5
const POSTS_PER_ROUND = 8
const READER_CONCURRENCY = 16
const SHOWN_TIMEOUT_MS = 10_000
const TEXT = 'x'.repeat(256)

/** All 50 followers of the first author also follow the others. The same member is the last follower of each author. */
const WITH_50: FollowedAuthor = { member: 2, everyNth: 200 }
const WITH_500: FollowedAuthor = { member: 1, everyNth: 20 }
const WITH_9_999: FollowedAuthor = { member: 0, everyNth: 1 }
const AUTHORS = [WITH_50, WITH_500, WITH_9_999]
const READERS = listFollowers(WITH_50)

const MEANING = `Authors with 50, 500 and 9,999 followers create posts through the gateway. The home feed is read by followed authors, so nothing is
copied to the followers. 'p50 alone' is the time (ms) until the acknowledgement, with one writer; its baseline is the author with 50
followers. 'ms until shown' is the time from sending a post until the home pages of ${READERS.length} followers have shown it, the follower
inserted last among them. They are requested after the acknowledgement, ${READER_CONCURRENCY} at a time, and again if a page does not show the post yet.
Its baseline is one durable INSERT .. SELECT of a row per follower, which a product needs that copies posts to feeds. Both
are the median of ${POSTS_PER_ROUND} posts in each round.`

/** Measures how the number of followers changes the duration of `POST /posts`, and the time until the followers see the post. */
export async function benchFanOut(): Promise<void> {
  await using product = await openBenchProduct()
  for (const database of ['meadow_posts', 'meadow_social']) {
    await seedMembers(product, database)
    await seedFollowers(product, database, AUTHORS)
  }
  await seedPosts(product, 0, MEMBER_COUNT)
  await using copies = await openFeedCopies(product, AUTHORS)
  using readers = createHomeReaders(product)
  const subjects = AUTHORS.map((author) => createSubject({ product, copies, readers }, author))
  for (const { measureRound } of subjects) await measureRound(createEmptyRounds()) // warm
  for (let round = 0; round < ROUNDS; round++)
    for (const { measureRound, rounds } of round % 2 === 0 ? subjects : subjects.toReversed())
      await measureRound(rounds)
  const [with50, with500, with9999] = subjects.map(({ rounds }) => rounds) as [FanOutRounds, FanOutRounds, FanOutRounds]
  const rows = [
    createComparisonRow('500: p50 alone', with500.p50, with50.p50, ''),
    createComparisonRow('9,999: p50 alone', with9999.p50, with50.p50, '<= 1.1'),
    createComparisonRow('50: ms until shown', with50.shownMs, with50.copyMs, ''),
    createComparisonRow('500: ms until shown', with500.shownMs, with500.copyMs, ''),
    createComparisonRow('9,999: ms until shown', with9999.shownMs, with9999.copyMs, '<= 3'),
    createSingleRow('home pages requested again', readers.countRepeatedRequests()),
  ]
  printReport('fan-out', rows, MEANING)
}

/** The results per round: the acknowledgement, the time until the post is shown, and that of the copies of the baseline. */
type FanOutRounds = { p50: number[]; shownMs: number[]; copyMs: number[] }
const createEmptyRounds = (): FanOutRounds => ({ p50: [], shownMs: [], copyMs: [] })

type FanOutDeps = { product: BenchProduct; copies: FeedCopies; readers: HomeReaders }

function createSubject({ product, copies, readers }: FanOutDeps, author: FollowedAuthor) {
  const next = createPostRequests(product, author)
  const load = { url: product.stack.url, next, seconds: SECONDS }
  return {
    rounds: createEmptyRounds(),
    async measureRound({ p50, shownMs, copyMs }: FanOutRounds): Promise<void> {
      const { durationsMs } = await runSaturated(load, 1)
      p50.push(getQuantile(durationsMs, 0.5))
      await waitUntilIdle(product.pids())
      shownMs.push(await measureMedianMs(async () => readers.waitUntilShown(await createPost(product, next()))))
      await waitUntilIdle(product.pids())
      copyMs.push(await measureMedianMs(() => copies.copyPost(author)))
    },
  }
}

type CreatePostRequest = HttpRequest & { body: string }

/** Returns requests that create posts of 256 characters by this author. */
function createPostRequests({ signToken }: BenchProduct, { member }: FollowedAuthor): () => CreatePostRequest {
  const authorization = `Bearer ${signToken(member)}`
  const body = JSON.stringify({ content: TEXT })
  return () => {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return { method: 'POST', path: '/api/posts', headers, body }
  }
}

/** Creates a post and returns its id. */
async function createPost({ stack }: BenchProduct, { path, ...request }: CreatePostRequest): Promise<string> {
  const response = await fetch(stack.url + path, request)
  if (!response.ok) throw new Error(`Creating a post failed with status ${response.status}`)
  const post = (await response.json()) as CallResponse<typeof calls.createPost>
  return post._id
}

/** Followers of all authors who request their home pages. */
type HomeReaders = Disposable & {
  /** Requests the home page of each reader until it shows the post. @throws if one does not show it within 10 s */
  waitUntilShown(postId: string): Promise<void>
  /** Returns how many requests were repeated because the page did not show the post. */
  countRepeatedRequests(): number
}

function createHomeReaders({ stack, signToken }: BenchProduct): HomeReaders {
  const client = createCountedClient(stack.url, READER_CONCURRENCY)
  const tokens = READERS.map(signToken)
  let repeatedRequests = 0

  const isShown = async (postId: string, token: string) => {
    const headers = { 'accept-encoding': 'identity' } // the requests of the load are not compressed either
    const { body } = await client.send({ path: '/api/posts?page=1&limit=5', token, headers })
    return body.includes(postId)
  }

  return {
    async waitUntilShown(postId) {
      const deadline = performance.now() + SHOWN_TIMEOUT_MS
      const pending = tokens.values()
      const readPages = async () => {
        for (const token of pending)
          while (!(await isShown(postId, token))) {
            if (performance.now() > deadline) throw new Error(`A home page did not show the post ${postId}`)
            repeatedRequests++
          }
      }
      await Promise.all(Array.from({ length: READER_CONCURRENCY }, readPages))
    },
    countRepeatedRequests: () => repeatedRequests,
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}

/** Runs an operation once for each post of a round. Returns the median of the durations. */
async function measureMedianMs(run: () => Promise<void>): Promise<number> {
  const durationsMs: number[] = []
  for (let count = 0; count < POSTS_PER_ROUND; count++) {
    const startedAt = performance.now()
    await run()
    durationsMs.push(performance.now() - startedAt)
  }
  durationsMs.sort((a, b) => a - b)
  return getQuantile(durationsMs, 0.5)
}
