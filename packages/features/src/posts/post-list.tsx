import { useIsPainted } from '@meadow/web'
import { type ReactNode, useDeferredValue } from 'react'
import { InfiniteList } from '../lists/infinite-list.tsx'
import { t } from '../texts.ts'
import { FeedPost } from './feed-post.tsx'
import styles from './post.module.css'
import { PostSkeleton } from './post-skeleton.tsx'
import { type PostListSource, usePostList } from './use-post-list.ts'

const PREFETCH_DISTANCE_PX = 200

/** Value of `aria-setsize` while the total is unknown. */
const UNKNOWN_SET_SIZE = -1

/** Posts of the first paint. The others follow in a deferred render. */
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
  /** Rendered if there are no posts. */
  empty: ReactNode
  /** Rendered after the last post. */
  end: ReactNode
}

/** Infinite, virtualized list of posts. */
export function PostList({ source, empty, end }: PostListProps) {
  const { posts, ...pages } = usePostList(source)
  const hasPosts = posts.length > 0
  const count = useDeferredValue(posts.length) // defers the count only: changes inside a post render at once
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
