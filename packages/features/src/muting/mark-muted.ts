import type { ServerToClientEvents, TextFacet } from '@meadow/contracts/browser'
import { type ApiResponse, api, type QueryClient } from '@meadow/web'
import { isMuteRunning } from '../members/use-mute.tsx'
import { type MutedContent, mutedContentQuery, mutingKeys, removePostFromFeeds } from './muted-content.ts'

type PushedText = { text?: string | undefined; facets?: readonly TextFacet[] | undefined }
type MutedWords = ApiResponse<'GET /users/muted-words'>
type PostUpdatedPush = ServerToClientEvents['postUpdated']

/** After this time it is fetched again what the viewer mutes. Changes in this browser are in the cache at once. */
const FRESH_MS = 10 * 60_000

/**
 * Reads what the viewer mutes, and returns the test of texts. Those that were read before stay while they
 * cannot be read. The matcher loads only if there are some.
 */
async function readMutedTextTest(cache: QueryClient): Promise<(text: PushedText) => boolean> {
  const options = { staleTime: FRESH_MS, retry: false }
  const wordQuery = {
    queryKey: mutingKeys.words,
    queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /users/muted-words', { signal }),
  }
  const [words, content] = await Promise.all([
    cache.fetchQuery({ ...wordQuery, ...options }).then(
      (list) => list.words,
      () => cache.getQueryData<MutedWords>(mutingKeys.words)?.words ?? [],
    ),
    cache
      .fetchQuery({ ...mutedContentQuery, ...options })
      .catch(() => cache.getQueryData<MutedContent>(mutingKeys.content)),
  ])
  const now = new Date()
  const tags = content?.tags.filter(({ mutedUntil }) => isMuteRunning(mutedUntil, now)).map(({ tag }) => tag) ?? []
  if (words.length === 0 && tags.length === 0) return () => false
  const { createMutedTextTest } = await import('@meadow/contracts/muted-text')
  const isMuted = createMutedTextTest({ words, tags: new Set(tags) }, 'feed', now)
  return ({ text = '', facets = [] }) => isMuted({ texts: [text], tags: facets.flatMap(({ tag }) => tag ?? []) })
}

/**
 * Returns a push of a post in which the comments of others that the viewer mutes are marked, as in responses. Removes the post from the
 * feeds if its author has edited it so that the viewer mutes it.
 */
export async function markMutedPush(
  cache: QueryClient,
  push: PostUpdatedPush,
  viewerId: string,
): Promise<PostUpdatedPush> {
  const isMuted = await readMutedTextTest(cache)
  if (isMuted({ text: push.content, facets: push.facets })) removePostFromFeeds(cache, push._id, viewerId)
  const comments = push.comments.map((comment) => ({
    ...comment,
    ...(comment.user._id !== viewerId && isMuted(comment) && { isMuted: true }),
  }))
  return { ...push, comments }
}

/** Returns true if the viewer mutes a text of another member. */
export const isMutedText = async (cache: QueryClient, text: PushedText): Promise<boolean> =>
  (await readMutedTextTest(cache))(text)
