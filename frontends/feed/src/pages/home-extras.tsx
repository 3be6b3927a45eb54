import type { FeedScope } from '@meadow/features'
import { createFeedSource } from '../features/posts/feed-posts.ts'
import { NewPostsPill } from '../features/posts/new-posts-pill.tsx'
import { LeftOffButton } from '../features/reading-position/left-off.tsx'
import { useReadingPosition } from '../features/reading-position/use-reading-position.ts'

// These parts of the home page are one file: each file that loads on demand costs bytes of the first load, which lists it.
export { FeedSearch } from '../features/feed-search/feed-search.tsx'
export { LeftOffLine } from '../features/reading-position/left-off.tsx'

/** Buttons at the top of the feed: to new posts, or to where the viewer left off. */
export function FeedPills({ scope }: { scope: FeedScope }) {
  const jump = useReadingPosition(scope, createFeedSource(scope))
  return <NewPostsPill scope={scope}>{jump && <LeftOffButton onClick={jump} />}</NewPostsPill>
}
