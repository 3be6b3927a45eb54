import { useIsPainted } from '@meadow/web'
import { type ReactNode, useDeferredValue } from 'react'
import { InfiniteList } from '../lists/infinite-list.tsx'
import { t } from '../texts.ts'
import { FeedPost } from './feed-post.tsx'
import styles from './post.module.css'
import { PostSkeleton } from './post-skeleton.tsx'
import { type PostListSource, usePostList } from './use-post-list.ts'

const PREFETCH_DISTANCE_PX = 200

/** How many there will be, while there are more to come: what `aria-setsize` says for that. */
const UNKNOWN_SET_SIZE = -1

/** So many posts are shown first, the others when these have been painted, as the browser has time for them. */
const FIRST_PAINT_POSTS = 1

const LIST_TEXTS = { loading: t('posts.loading'), failed: t('posts.failed'), moreFailed: t('posts.moreFailed') }

const LIST_SKELETONS = {
  first: (
    <>
      <PostSkeleton picture />
      <PostSkeleton />
      <PostSkeleton picture />
    </>
  ),
  more: <PostSkeleton />,
}

type PostListProps = {
  source: PostListSource
  /** Instead of posts, when there are none. */
  empty: ReactNode
  /** After the last post. */
  end: ReactNode
}

/** An endless list of posts, of which only those near the screen are whole. */
export function PostList({ source, empty, end }: PostListProps) {
  const { posts, ...pages } = usePostList(source)
  const hasPosts = posts.length > 0
  const count = useDeferredValue(posts.length) // how many, not which: what changes in a post is shown at once
  const isPainted = useIsPainted(hasPosts)
  const shownPosts = posts.slice(0, isPainted ? Math.max(FIRST_PAINT_POSTS, count) : FIRST_PAINT_POSTS)
  const showsAll = shownPosts.length === posts.length
  const isFetchingNextPage = pages.isFetchingNextPage || !showsAll
  return (
    <InfiniteList
      query={{ ...pages, isFetchingNextPage }}
      distance={PREFETCH_DISTANCE_PX}
      isEmpty={!hasPosts}
      texts={LIST_TEXTS}
      skeletons={LIST_SKELETONS}
      empty={empty}
      end={showsAll && end}
    >
      {hasPosts && (
        <div role="feed" aria-busy={isFetchingNextPage} className={styles['posts']}>
          {shownPosts.map((post, index) => (
            <FeedPost
              key={post._id}
              post={post}
              position={index + 1}
              setSize={pages.hasNextPage ? UNKNOWN_SET_SIZE : posts.length}
            />
          ))}
        </div>
      )}
    </InfiniteList>
  )
}
