import { MAX_COUNTED_REQUESTS } from '@meadow/contracts/limits'
import { InfiniteList, PullToRefresh } from '@meadow/features'
import { Chips, IconButton, SearchField } from '@meadow/ui'
import { useShortcuts } from '@meadow/web'
import { Archive, ArrowLeft, MailQuestion, SquarePen } from 'lucide-react'
import { useRef, useState } from 'react'
import { useConversations } from '../../data/conversations/use-conversations.ts'
import { t } from '../../texts.ts'
import { ConversationRow } from './conversation-row.tsx'
import { ConversationSkeletons } from './conversation-skeletons.tsx'
import styles from './inbox.module.css'
import { NewChatDialog } from './new-chat-dialog.tsx'
import { NoConversations } from './no-conversations.tsx'
import { useDebouncedText } from './use-debounced-text.ts'

const LOAD_MORE_DISTANCE_PX = 200
const LIST_TEXTS = { loading: t('inbox.loading'), failed: t('inbox.failed'), moreFailed: t('inbox.failed') }
const SKELETONS = { first: <ConversationSkeletons count={6} />, more: <ConversationSkeletons count={2} /> }
const FILTER_CHIPS = [
  { value: 'all', label: t('inbox.all') },
  { value: 'unread', label: t('inbox.unread') },
  { value: 'online', label: t('inbox.online') },
] as const

type InboxFilter = (typeof FILTER_CHIPS)[number]['value'] | 'archived' | 'requests'

type InboxProps = {
  currentUserId: string | undefined
  /** The other member of the conversation beside the list. */
  username: string | undefined
}

/** The list of conversations with its search and filters. */
export function Inbox({ currentUserId, username }: InboxProps) {
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<InboxFilter>('all')
  const [isNewChatOpen, setIsNewChatOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  useShortcuts([
    { keys: '/', text: t('shortcuts.search'), scope: 'page', run: () => search.current?.focus() },
    { keys: 'n', text: t('shortcuts.newChat'), scope: 'page', run: () => setIsNewChatOpen(true) },
  ])
  const q = useDebouncedText(text)
  const { conversations, archivedCount, requestCount, ...pages } = useConversations({
    q,
    filter: filter === 'all' ? undefined : filter,
  })
  const isManyRequests = requestCount >= MAX_COUNTED_REQUESTS
  const Title = username === undefined ? 'h1' : 'h2' // a conversation beside the list has the h1
  return (
    <section className={styles['inbox']} aria-label={t('inbox.page')}>
      <header className={styles['header']}>
        <Title className={styles['title']}>{t('inbox.title')}</Title>
        <IconButton
          label={t('inbox.newChat')}
          icon={<SquarePen aria-hidden="true" />}
          onClick={() => setIsNewChatOpen(true)}
        />
      </header>
      {filter !== 'requests' && (
        <div className={styles['filters']}>
          <SearchField
            variant="soft"
            label={t('inbox.search')}
            clearLabel={t('inbox.clearSearch')}
            value={text}
            onChange={setText}
            inputRef={search}
          />
          {filter !== 'archived' && (
            <Chips label={t('inbox.filter')} chips={FILTER_CHIPS} value={filter} onChange={setFilter} />
          )}
        </div>
      )}
      <div className={styles['list']}>
        <PullToRefresh onRefresh={() => pages.refetch({ throwOnError: true })} />
        {filter === 'all' && q === '' && requestCount > 0 && (
          <button type="button" className={styles['archive']} onClick={() => setFilter('requests')}>
            <MailQuestion aria-hidden="true" />
            {t('inbox.requests')}
            <span className={styles['archiveCount']}>
              <span aria-hidden="true">{isManyRequests ? `${MAX_COUNTED_REQUESTS - 1}+` : requestCount}</span>
              <span className="visually-hidden">
                {isManyRequests
                  ? t('inbox.manyRequests', { count: MAX_COUNTED_REQUESTS - 1 })
                  : t('inbox.requestCount', { count: requestCount })}
              </span>
            </span>
          </button>
        )}
        {filter === 'archived' || filter === 'requests' ? (
          <button type="button" className={styles['archive']} onClick={() => setFilter('all')}>
            <ArrowLeft aria-hidden="true" />
            {t('inbox.toInbox')}
          </button>
        ) : (
          filter === 'all' &&
          q === '' &&
          archivedCount > 0 && (
            <button type="button" className={styles['archive']} onClick={() => setFilter('archived')}>
              <Archive aria-hidden="true" />
              {t('inbox.archived')}
              <span className={styles['archiveCount']}>
                <span aria-hidden="true">{archivedCount}</span>
                <span className="visually-hidden">{t('inbox.archivedCount', { count: archivedCount })}</span>
              </span>
            </button>
          )
        )}
        {filter === 'requests' && <p className={styles['requestsText']}>{t('inbox.requestsText')}</p>}
        <InfiniteList
          query={pages}
          distance={LOAD_MORE_DISTANCE_PX}
          isEmpty={conversations.length === 0}
          texts={LIST_TEXTS}
          hasCards={false}
          skeletons={SKELETONS}
          empty={
            <NoConversations
              q={q}
              filter={filter}
              onShowAll={() => {
                setText('')
                setFilter('all')
              }}
            />
          }
          end={null}
        >
          <ul aria-label={t('inbox.list')}>
            {conversations.map((conversation) => (
              <ConversationRow
                key={conversation._id}
                conversation={conversation}
                currentUserId={currentUserId}
                isOpen={conversation.user.username === username}
                isOnlyList={username === undefined}
              />
            ))}
          </ul>
        </InfiniteList>
      </div>
      <NewChatDialog open={isNewChatOpen} onClose={() => setIsNewChatOpen(false)} />
    </section>
  )
}
