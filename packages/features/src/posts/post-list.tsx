import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { EndlessList } from '../lists/endless-list.tsx'
import { t } from '../texts.ts'
import { FeedPost } from './feed-post.tsx'
import styles from './post.module.css'
import { PostSkeleton } from './post-skeleton.tsx'
import { type PostSource, usePostList } from './use-post-list.ts'

const NEAR_THE_END = 200

/** How many there will be, while there are more to come: what `aria-setsize` says for that. */
const UNKNOWN = -1

/** So many posts are shown first, the others when those have been painted. */
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
  const [isAll, setAll] = useState(has)
  useEffect(() => {
    if (has) startTransition(() => setAll(true))
  }, [has])
  const shown = isAll ? posts : posts.slice(0, FIRST)
  const hasNextPage = pages.hasNextPage && (isAll || !has)
  return (
    <EndlessList
      pages={{ ...pages, hasNextPage }}
      distance={NEAR_THE_END}
      isEmpty={!has}
      words={WORDS}
      skeletons={SKELETONS}
      empty={empty}
      end={isAll && end}
    >
      {has && (
        <div role="feed" aria-busy={!isAll || pages.isFetchingNextPage} className={styles['posts']}>
          {shown.map((post, index) => (
            <FeedPost key={post._id} post={post} place={index + 1} of={pages.hasNextPage ? UNKNOWN : posts.length} />
          ))}
        </div>
      )}
    </EndlessList>
  )
}
