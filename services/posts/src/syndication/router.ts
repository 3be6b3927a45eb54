import { createHash } from 'node:crypto'
import { DomainError, toKeysetWindow } from '@meadow/service'
import { type Request, type Response, Router } from 'express'
import type { Post } from '../posts/post.ts'
import type { Timeline, TimelineEntry } from '../timelines/timeline.ts'
import { toAtomFeed } from './atom-feed.ts'
import { toSitemap } from './sitemap.ts'

export type SyndicationDeps = { timeline: Timeline; allowsGuests?: boolean | undefined; now: () => Date }

const FEED_SIZE = 20
/** The newest posts of all members: more than are written between two visits of a crawler. */
const SITEMAP_SIZE = 500
/** The sitemap reads so many posts that it is kept for this time. */
const SITEMAP_CACHE_MS = 60_000

/**
 * Serves the posts that guests may read to programs: `/profile/<username>/feed.atom` and `/sitemap.xml`. Both need guest mode.
 * Addresses in them begin with the host of the request, which the gateway has checked.
 */
export function createSyndicationRouter({ timeline, allowsGuests, now }: SyndicationDeps): Router {
  const router = Router({ caseSensitive: true, strict: true })
  let sitemapPosts: { readAt: number; posts: Promise<Post[]> } | undefined

  function readSitemapPosts(): Promise<Post[]> {
    const at = now().getTime()
    if (sitemapPosts && Math.abs(at - sitemapPosts.readAt) < SITEMAP_CACHE_MS) return sitemapPosts.posts
    const posts = timeline.listHome(undefined, 'all', toKeysetWindow({ limit: SITEMAP_SIZE })).then(toPosts)
    const reading = { readAt: at, posts }
    sitemapPosts = reading
    posts.catch(() => {
      if (sitemapPosts === reading) sitemapPosts = undefined
    })
    return posts
  }

  router.use(['/profile/:username/feed.atom', '/sitemap.xml'], (_request, _response, next) =>
    next(allowsGuests ? undefined : new DomainError('not_found')),
  )

  router.get('/profile/:username/feed.atom', async (request, response) => {
    const { username } = request.params
    const entries = await timeline.listByMember(username, undefined, toKeysetWindow({ limit: FEED_SIZE }))
    const posts = toPosts(entries)
    sendDocument(
      request,
      response,
      'application/atom+xml',
      toAtomFeed({ origin: readOrigin(request), username, posts }),
    )
  })

  router.get('/sitemap.xml', async (request, response) => {
    const posts = await readSitemapPosts()
    sendDocument(request, response, 'application/xml', toSitemap({ origin: readOrigin(request), posts }))
  })

  return router
}

/** Returns the posts of entries, without those of others that a member shares. */
const toPosts = (entries: readonly TimelineEntry[]): Post[] =>
  entries.flatMap(({ post }) => (post && !post.sharedBy ? [post] : []))

const readOrigin = ({ protocol, host = '' }: Request): string => `${protocol}://${host}`

/** Sends a document, or 304 to a program that has it. Caches ask each time: a post may be deleted. */
function sendDocument(request: Request, response: Response, type: string, document: string): void {
  const etag = `"${createHash('sha256').update(document).digest('base64url')}"`
  response.set({ 'Cache-Control': 'no-cache', ETag: etag })
  if (request.fresh) return void response.status(304).end()
  response.type(type).send(document)
}
