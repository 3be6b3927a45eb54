import type { PostView } from '@meadow/contracts'
import { Button, Card, Empty } from '@meadow/ui'
import { useEndless } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import styles from './post-list.module.css'
import { PostSkeleton } from './post-skeleton.tsx'
import { type PostSource, usePostList } from './use-post-list.ts'

const NEAR_THE_END = 200

type PostListProps = {
  source: PostSource
  children: (post: PostView) => ReactNode
  /** Instead of posts, when there are none. */
  empty: ReactNode
  /** After the last post. */
  end: ReactNode
}

/** An endless list of posts, with what it shows while it loads, when that fails and when it ends. */
export function PostList({ source, children, empty, end }: PostListProps) {
  const list = usePostList(source)
  const { posts, isPending, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const endRef = useEndless(() => void fetchNextPage(), {
    distance: NEAR_THE_END,
    enabled: hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
  })

  if (isPending) {
    return (
      <Loading>
        <PostSkeleton picture />
        <PostSkeleton />
        <PostSkeleton picture />
      </Loading>
    )
  }
  if (!list.data)
    return <Failed title={t('posts.failed')} text={list.error?.message} onRetry={() => void list.refetch()} />
  return (
    <>
      {posts.map(children)}
      {posts.length === 0 && !hasNextPage && empty}
      {isFetchingNextPage && (
        <Loading>
          <PostSkeleton />
        </Loading>
      )}
      {isFetchNextPageError && !isFetchingNextPage && (
        <Failed title={t('posts.moreFailed')} text={list.error?.message} onRetry={() => void fetchNextPage()} />
      )}
      <div ref={endRef} />
      {posts.length > 0 && !hasNextPage && end}
    </>
  )
}

function Loading({ children }: { children: ReactNode }) {
  return (
    <div className={styles['loading']} role="status">
      <span className="visually-hidden">{t('posts.loading')}</span>
      {children}
    </div>
  )
}

function Failed({ title, text, onRetry }: { title: string; text: string | undefined; onRetry: () => void }) {
  const again = (
    <Button variant="soft" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <div role="alert">
      <Card as="div">
        <Empty title={title} action={again}>
          {text}
        </Empty>
      </Card>
    </div>
  )
}
