import type { MessageView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { InfiniteList, MemberAvatar } from '@meadow/features'
import { Card, EmptyState, Skeleton, Time } from '@meadow/ui'
import { type ApiResponse, api, Link, useInfiniteQuery, useSession } from '@meadow/web'
import { type FoundRange, toSnippet } from './found-snippet.ts'
import styles from './search.module.css'
import { t } from './texts.ts'

const PREFETCH_DISTANCE_PX = 200
const LIST_TEXTS = { loading: t('search.loadingMessages'), failed: t('search.failed'), moreFailed: t('search.failed') }
const SKELETON = (
  <Card as="div" className={styles['rows']}>
    <Skeleton height={52} />
    <Skeleton height={52} />
    <Skeleton height={52} />
  </Card>
)
const LIST_SKELETONS = { first: SKELETON, more: SKELETON }

type MessagePage = ApiResponse<'GET /messages/search'>

/** The messages of the member's conversations that a search finds, the newest first. Each leads to its place in the conversation. */
export function MessageResults({ query }: { query: string }) {
  const memberId = useSession().user?._id
  const pages = useInfiniteQuery({
    queryKey: ['chat', 'search', 'inbox', query],
    queryFn: ({ pageParam: cursor, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      api('GET /messages/search', { query: { q: query, limit: PAGE_SIZE.messages, cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }: MessagePage) => (hasMore ? nextCursor : null),
  })
  const found = pages.data?.pages.flatMap(({ messages, highlights }) => {
    const rangesById = new Map(highlights.map(({ messageId, ranges }) => [messageId, ranges]))
    return messages.map((message) => ({ message, ranges: rangesById.get(message._id) ?? [] }))
  })
  return (
    <InfiniteList
      query={pages}
      distance={PREFETCH_DISTANCE_PX}
      isEmpty={found?.length === 0}
      texts={LIST_TEXTS}
      skeletons={LIST_SKELETONS}
      empty={
        <Card as="div">
          <EmptyState title={t('search.noMessages')}>{t('search.noMessagesText')}</EmptyState>
        </Card>
      }
      end={null}
    >
      {found && found.length > 0 && (
        <Card as="div">
          <ul className={styles['rows']} aria-label={t('search.messages')}>
            {found.map(({ message, ranges }) => (
              <li key={message._id}>
                <FoundMessage message={message} ranges={ranges} isOwn={message.sender._id === memberId} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </InfiniteList>
  )
}

type FoundMessageProps = { message: MessageView; ranges: readonly FoundRange[]; isOwn: boolean }

function FoundMessage({ message, ranges, isOwn }: FoundMessageProps) {
  const { sender, recipient, content, messageType, pictures = [] } = message
  const other = isOwn ? recipient : sender
  const snippet = content
    ? toSnippet(content, ranges).map(({ text, isFound, start }) =>
        isFound ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
      )
    : pictures.length > 0
      ? t('search.pictures', { count: pictures.length })
      : t(describeMedia(messageType))
  return (
    <Link className={styles['message']} to={`/chat/${other.username}?message=${message._id}`}>
      <MemberAvatar member={other} size={40} />
      <div className={styles['grow']}>
        <div className={styles['message-head']}>
          <bdi className={styles['message-name']}>{other.fullName}</bdi>
          <Time className={styles['message-time']} at={message.createdAt} />
        </div>
        <p className={styles['message-text']}>
          {isOwn && <span className={styles['message-you']}>{t('search.you')} </span>}
          {snippet}
        </p>
      </div>
    </Link>
  )
}

function describeMedia(messageType: MessageView['messageType']) {
  if (messageType === 'voice') return 'search.voice'
  return messageType === 'video' ? 'search.video' : 'search.noText'
}
