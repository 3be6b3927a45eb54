import { Button, Card, EmptyState } from '@meadow/ui'
import { useConnectivity, useInfiniteScroll } from '@meadow/web'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { getErrorDescription } from '../get-error-description.ts'
import { t } from '../texts.ts'
import styles from './lists.module.css'

/** The part of an infinite query's result that the list uses. */
type InfiniteListQuery = {
  data: unknown
  error: Error | null
  isPending: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type InfiniteListProps = {
  query: InfiniteListQuery
  /** Fetches the next page when the end is closer than this, in pixels. */
  distance: number
  isEmpty: boolean
  /** Renders an error on a card of its own. @default true */
  hasCards?: boolean
  texts: { loading: string; failed: string; moreFailed: string }
  /** Placeholders while the first page loads, and while more pages load. */
  skeletons: { first: ReactNode; more: ReactNode }
  /** Rendered if there are no items. */
  empty: ReactNode
  /** Rendered after the last item. */
  end: ReactNode
  /** The items of all loaded pages. */
  children: ReactNode
}

/** Infinite scroll with its loading, error, empty and end states. */
export function InfiniteList(props: InfiniteListProps) {
  const { query, distance, isEmpty, texts, hasCards = true, skeletons, empty, end, children } = props
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const isAway = useConnectivity() !== 'online'
  const isFetching = query.isFetching || isFetchingNextPage // a page that is fetched during a reload would cancel it
  const endRef = useInfiniteScroll(() => void fetchNextPage(), {
    distance,
    enabled: hasNextPage && !isFetching && !isFetchNextPageError && !isAway,
  })

  if (query.isPending) return <ListLoading label={texts.loading}>{skeletons.first}</ListLoading>
  if (!query.data)
    return (
      <ListError
        onCards={hasCards}
        title={texts.failed}
        text={query.error ? getErrorDescription(query.error) : undefined}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <>
      {children}
      {isEmpty && !hasNextPage && empty}
      {isFetchingNextPage && <ListLoading label={texts.loading}>{skeletons.more}</ListLoading>}
      {hasNextPage && isAway && !isFetchingNextPage && (
        <p className={styles['end']}>
          <CloudOff aria-hidden="true" />
          {t('lists.moreOnline')}
        </p>
      )}
      {isFetchNextPageError && !isFetchingNextPage && !isAway && (
        <ListError
          onCards={hasCards}
          title={texts.moreFailed}
          text={query.error ? getErrorDescription(query.error) : undefined}
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
  const retryButton = (
    <Button variant="soft" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  const failure = (
    <EmptyState title={title} action={retryButton}>
      {text}
    </EmptyState>
  )
  return <div role="alert">{onCards ? <Card as="div">{failure}</Card> : failure}</div>
}
