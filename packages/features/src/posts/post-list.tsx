import { usePainted } from '@meadow/web'
import { type ReactNode, useDeferredValue } from 'react'
import { InfiniteList } from '../lists/infinite-list.tsx'
import { t } from '../texts.ts'
import { FeedPost } from './feed-post.tsx'
import styles from './post.module.css'
import { PostSkeleton } from './post-skeleton.tsx'
import { type PostSource, usePostList } from './use-post-list.ts'

const NEAR_THE_END = 200

/** How many there will be, while there are more to come: what `aria-setsize` says for that. */
const UNKNOWN = -1

/** So many posts are shown first, the others when these have been painted, as the browser has time for them. */
const FIRST = 1

const WORDS = { loading: t('posts.loading'), failed: t('posts.failed'), moreFailed: t('posts.moreFailed') }

const SKELETONS = {
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
  source: PostSource
  /** Instead of posts, when there are none. */
  empty: ReactNode
  /** After the last post. */
  end: ReactNode
}

/** An endless list of posts, of which only those near the screen are whole. */
export function PostList({ source, empty, end }: PostListProps) {
  const { posts, ...pages } = usePostList(source)
  const has = posts.length > 0
  const count = useDeferredValue(posts.length) // how many, not which: what changes in a post is shown at once
  const isPainted = usePainted(has)
  const shown = posts.slice(0, isPainted ? Math.max(FIRST, count) : FIRST)
  const isAll = shown.length === posts.length
  const isFetchingNextPage = pages.isFetchingNextPage || !isAll
  return (
    <InfiniteList
      pages={{ ...pages, isFetchingNextPage }}
      distance={NEAR_THE_END}
      isEmpty={!has}
      words={WORDS}
      skeletons={SKELETONS}
      empty={empty}
      end={isAll && end}
    >
      {has && (
        <div role="feed" aria-busy={isFetchingNextPage} className={styles['posts']}>
          {shown.map((post, index) => (
            <FeedPost key={post._id} post={post} place={index + 1} of={pages.hasNextPage ? UNKNOWN : posts.length} />
          ))}
        </div>
      )}
    </InfiniteList>
  )
}
