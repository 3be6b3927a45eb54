import { createPostListQuery, type FeedScope, type PostListSource, useCachedState } from '@meadow/features'
import {
  type ApiResponse,
  api,
  type QueryClient,
  useInfiniteQuery,
  useOutbox,
  useQueryClient,
  useSession,
} from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { leftOffKey } from './left-off-key.ts'
import { findLeftOff, findNewest, getLaterPosition, toVisitStart, type VisitStart } from './reading-mark.ts'
import { type ReadingPosition, readingPositionAction, readingPositionKey } from './reading-position-action.ts'

const visitStartKey = ['feed', 'visit-start'] as const
/** Pages that a jump loads at most to find the mark. */
const MAX_JUMP_PAGES = 20
/** The button to the mark is shown from this number of new posts: with fewer the mark is on the screen. */
const MIN_NEW_POSTS_TO_JUMP = 3

type PostPage = ApiResponse<'GET /posts'>

/**
 * Marks where the viewer left off in the feed of followed members, and remembers how far they see it now. Returns a function that goes to
 * the mark if it is further down than the screen.
 */
export function useReadingPosition(scope: FeedScope, source: PostListSource): (() => void) | undefined {
  const cache = useQueryClient()
  const { user } = useSession()
  const feed = useInfiniteQuery({ ...createPostListQuery(source), enabled: false }) // the list fetches it
  const start = useCachedState<VisitStart | null>(visitStartKey, () => null)
  const [target, setTarget] = useState<string>()
  const viewerId = user?._id ?? ''
  const findMark = (pages: readonly PostPage[] = []) =>
    start && scope === 'following' ? findLeftOff(listPosts(pages), start, viewerId) : undefined
  const mark = findMark(feed.data?.pages)
  const newest = scope === 'following' ? findNewest(listPosts(feed.data?.pages), viewerId) : undefined

  useVisitStart(newest?.time)
  useSeenPost(newest && start && start.newest >= newest.time ? newest : undefined)
  useEffect(() => void cache.setQueryData(leftOffKey, mark?.id ?? null), [cache, mark?.id])
  useScrollToPost(target, () => setTarget(undefined))

  const jump = async () => {
    let { data, hasNextPage, isFetchNextPageError } = feed
    for (let count = 0; count < MAX_JUMP_PAGES && hasNextPage && !findMark(data?.pages); count += 1) {
      ;({ data, hasNextPage, isFetchNextPageError } = await feed.fetchNextPage({ cancelRefetch: false }))
      if (isFetchNextPageError) return // the list says so, and offers to try again
    }
    setTarget(findMark(data?.pages)?.id ?? listPosts(data?.pages).at(-1)?._id)
  }
  const isFar = mark ? mark.newCount >= MIN_NEW_POSTS_TO_JUMP : isNewerThan(newest, start) && feed.hasNextPage
  return isFar ? () => void jump() : undefined
}

/** Returns true if the viewer had seen the feed until a time before the newest post. */
const isNewerThan = (newest: { time: string } | undefined, start: VisitStart | null): boolean =>
  newest !== undefined && typeof start?.seenUntil === 'string' && newest.time > start.seenUntil

const listPosts = (pages: readonly PostPage[] = []) => pages.flatMap(({ posts }) => posts)

/** Begins a visit when newer posts have come: reads the position that the viewer has reached on any device. */
function useVisitStart(newest: string | undefined): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (newest === undefined) return
    let isOutdated = false
    void readPlace(cache).then((seenUntil) => {
      if (isOutdated) return
      cache.setQueryData<VisitStart | null>(visitStartKey, (known = null) => toVisitStart(known, newest, seenUntil))
    })
    return () => {
      isOutdated = true
    }
  }, [cache, newest])
}

/** Reads the position from the server, and takes that of this device if it is later or the server cannot be reached. */
async function readPlace(cache: QueryClient): Promise<string | null> {
  const known = cache.getQueryData<ReadingPosition>(readingPositionKey)?.seenUntil ?? null
  const stored = await api('GET /posts/reading-position').catch(() => ({ seenUntil: null }))
  return getLaterPosition(known, stored.seenUntil)
}

/** Stores the position when a post is on the screen of a page that is shown. */
function useSeenPost(post: { id: string; time: string } | undefined): void {
  const cache = useQueryClient()
  const outbox = useOutbox()
  const handleSeen = useEffectEvent((seenUntil: string) => {
    const known = cache.getQueryData<ReadingPosition>(readingPositionKey)?.seenUntil ?? ''
    if (seenUntil > known) void outbox.add(readingPositionAction, { seenUntil })
  })
  const { id, time } = post ?? {}
  useEffect(() => {
    const card = id === undefined ? null : findCard(id)
    if (!card || time === undefined) return
    let isOnScreen = false
    const report = () => {
      if (isOnScreen && !document.hidden) handleSeen(time)
    }
    const observer = new IntersectionObserver((entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting === true
      report()
    })
    observer.observe(card)
    document.addEventListener('visibilitychange', report)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', report)
    }
  }, [id, time])
}

/** Scrolls to a post, and focuses it, as soon as the list has rendered it. */
function useScrollToPost(id: string | undefined, onDone: () => void): void {
  const handleDone = useEffectEvent(onDone)
  useEffect(() => {
    if (id === undefined) return
    const go = () => {
      const card = findCard(id)
      if (!card) return
      card.scrollIntoView({ block: 'start' })
      card.focus({ preventScroll: true })
      handleDone()
    }
    const observer = new MutationObserver(go)
    observer.observe(document.body, { childList: true, subtree: true })
    go()
    return () => observer.disconnect()
  }, [id])
}

const findCard = (id: string) => document.querySelector<HTMLElement>(`[data-post="${id}"]`)
