import { Button, Card, EmptyState } from '@meadow/ui'
import { useInfiniteScroll } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import styles from './lists.module.css'

/** What a list needs of an infinite query. */
type InfiniteListQuery = {
  data: unknown
  error: Error | null
  isPending: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type InfiniteListProps = {
  query: InfiniteListQuery
  /** How many pixels before the end the next page is asked for. */
  distance: number
  isEmpty: boolean
  /** Whether a failure stands on a card of its own, as the items do. @default true */
  hasCards?: boolean
  texts: { loading: string; failed: string; moreFailed: string }
  /** The shape of what comes: at first, and at the end of the list. */
  skeletons: { first: ReactNode; more: ReactNode }
  /** Instead of items, when there are none. */
  empty: ReactNode
  /** After the last item. */
  end: ReactNode
  /** The items. */
  children: ReactNode
}

/** A list that asks for its next page as its end comes near, with what it shows while it loads, fails, and ends. */
export function InfiniteList(props: InfiniteListProps) {
  const {
    query: pages,
    distance,
    isEmpty,
    texts: words,
    hasCards: onCards = true,
    skeletons,
    empty,
    end,
    children,
  } = props
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const endRef = useInfiniteScroll(() => void fetchNextPage(), {
    distance,
    enabled: hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
  })

  if (pages.isPending) return <ListLoading label={words.loading}>{skeletons.first}</ListLoading>
  if (!pages.data)
    return (
      <ListError
        onCards={onCards}
        title={words.failed}
        text={pages.error?.message}
        onRetry={() => void pages.refetch()}
      />
    )
  return (
    <>
      {children}
      {isEmpty && !hasNextPage && empty}
      {isFetchingNextPage && <ListLoading label={words.loading}>{skeletons.more}</ListLoading>}
      {isFetchNextPageError && !isFetchingNextPage && (
        <ListError
          onCards={onCards}
          title={words.moreFailed}
          text={pages.error?.message}
          onRetry={() => void fetchNextPage()}
        />
      )}
      <div ref={endRef} />
      {!isEmpty && !hasNextPage && end}
    </>
  )
}

function ListLoading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['loading']} role="status">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  )
}

type ListErrorProps = { onCards: boolean; title: string; text: string | undefined; onRetry: () => void }

function ListError({ onCards, title, text, onRetry }: ListErrorProps) {
  const again = (
    <Button variant="soft" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  const failure = (
    <EmptyState title={title} action={again}>
      {text}
    </EmptyState>
  )
  return <div role="alert">{onCards ? <Card as="div">{failure}</Card> : failure}</div>
}
