import type { PostView } from '@meadow/contracts'
import type { ReactNode } from 'react'
import { EndlessList } from '../lists/endless-list.tsx'
import { t } from '../texts.ts'
import { PostSkeleton } from './post-skeleton.tsx'
import { type PostSource, usePostList } from './use-post-list.ts'

const NEAR_THE_END = 200

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
  children: (post: PostView) => ReactNode
  /** Instead of posts, when there are none. */
  empty: ReactNode
  /** After the last post. */
  end: ReactNode
}

/** An endless list of posts. */
export function PostList({ source, children, empty, end }: PostListProps) {
  const { posts, ...pages } = usePostList(source)
  return (
    <EndlessList
      pages={pages}
      distance={NEAR_THE_END}
      isEmpty={posts.length === 0}
      words={WORDS}
      skeletons={SKELETONS}
      empty={empty}
      end={end}
    >
      {posts.map(children)}
    </EndlessList>
  )
}
