import type { PostView } from '@meadow/contracts'
import { Button, Card, Empty } from '@meadow/ui'
import { useEndless } from '@meadow/web'
import type { ReactNode } from 'react'
import type { Scope } from '../../cache/keys.ts'
import { t } from '../../texts.ts'
import styles from './post-list.module.css'
import { PostSkeleton } from './post-skeleton.tsx'
import { useFeed } from './use-feed.ts'

const NEAR_THE_END = 200

type PostListProps = {
  scope: Scope
  children: (post: PostView) => ReactNode
  /** Instead of posts, when there are none. */
  empty: ReactNode
  /** After the last post. */
  end: ReactNode
}

/** An endless list of posts, with what it shows while it loads, when that fails and when it ends. */
export function PostList({ scope, children, empty, end }: PostListProps) {
  const feed = useFeed(scope)
  const { posts, isPending, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage } = feed
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
  if (!feed.data)
    return <Failed title={t('feed.failed')} text={feed.error?.message} onRetry={() => void feed.refetch()} />
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
        <Failed title={t('feed.moreFailed')} text={feed.error?.message} onRetry={() => void fetchNextPage()} />
      )}
      <div ref={endRef} />
      {posts.length > 0 && !hasNextPage && end}
    </>
  )
}

function Loading({ children }: { children: ReactNode }) {
  return (
    <div className={styles['loading']} role="status">
      <span className="visually-hidden">{t('feed.loading')}</span>
      {children}
    </div>
  )
}

function Failed({ title, text, onRetry }: { title: string; text: string | undefined; onRetry: () => void }) {
  const again = (
    <Button variant="soft" onClick={onRetry}>
      {t('feed.tryAgain')}
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
