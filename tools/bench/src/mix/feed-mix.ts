import { randomUUID } from 'node:crypto'
import { createHttpClient, type HttpRequest } from '../measure/http-load.ts'
import type { SendOperation } from '../measure/load.ts'
import type { BenchProduct } from '../product/open-product.ts'
import { MEMBER_COUNT, toSeedId } from '../seed/seed-ids.ts'

/** 60 % home, 30 % profile, 10 % compose, spread evenly: the mix of DeathStarBench's social network. */
const SEQUENCE = ['home', 'profile', 'home', 'home', 'compose', 'home', 'profile', 'home', 'home', 'profile'] as const
const TEXT = 'x'.repeat(256)
const VIEWERS = 500
/** The distance of successive members. It is a prime number, so that each is another one. */
const STRIDE = 7_919

type FeedOperation = (typeof SEQUENCE)[number]
/** Returns the request of an operation by the nth member. The header `x-member` names whose posts the baseline selects. */
export type FeedRequests = Record<FeedOperation, (n: number) => HttpRequest>

/**
 * Creates the requests of the feed: the home page, the posts of a member, and a new post of 256 characters. `authors` is the number
 * of members whose posts are requested: the first ones, who wrote most.
 */
export function createFeedRequests(
  { signToken }: Pick<BenchProduct, 'signToken'>,
  { authors = MEMBER_COUNT } = {},
): FeedRequests {
  const viewers = Array.from({ length: VIEWERS }, (_, n) => n * Math.floor(MEMBER_COUNT / VIEWERS))
  const tokens = viewers.map(signToken)
  const authorize = (n: number) => ({ authorization: `Bearer ${tokens[n % VIEWERS]}` })
  const body = JSON.stringify({ content: TEXT })
  return {
    home: (n) => ({
      path: '/api/posts?page=1&limit=5',
      headers: { ...authorize(n), 'x-member': toSeedId('member', viewers[n % VIEWERS] ?? 0) },
    }),
    profile(n) {
      const author = (n * STRIDE) % authors
      const headers = { ...authorize(n), 'x-member': toSeedId('member', author) }
      return { path: `/api/posts/user/member${author}?limit=5`, headers }
    },
    compose(n) {
      const headers = { ...authorize(n), 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      return { method: 'POST', path: '/api/posts', headers, body }
    },
  }
}

/** Opens the mix at `url`. Requests follow each other in a fixed order of kinds and members. */
export function openFeedMix(url: string, requests: FeedRequests): Disposable & { send: SendOperation } {
  const client = createHttpClient(url)
  let count = 0
  return {
    send() {
      const n = count++
      return client.send(requests[SEQUENCE[n % SEQUENCE.length] as FeedOperation](n))
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}
