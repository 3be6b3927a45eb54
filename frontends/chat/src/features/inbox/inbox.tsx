import { MAX_COUNTED_REQUESTS } from '@meadow/contracts/limits'
import { InfiniteList, PullToRefresh } from '@meadow/features'
import { Chips, IconButton, SearchField } from '@meadow/ui'
import { useSearchParams, useShortcuts } from '@meadow/web'
import { Archive, ArrowLeft, MailQuestion, SquarePen } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useConversations } from '../../data/conversations/use-conversations.ts'
import { useIsOnline } from '../../data/use-is-online.ts'
import { useWaitingGroups } from '../../groups/create-group-action.ts'
import { useGroups } from '../../groups/group-queries.ts'
import { GroupRow, WaitingGroupRow } from '../../groups/group-row.tsx'
import { filterGroups, toInboxEntries } from '../../groups/inbox-entries.ts'
import { t } from '../../texts.ts'
import { ConversationRow } from './conversation-row.tsx'
import { ConversationSkeletons } from './conversation-skeletons.tsx'
import styles from './inbox.module.css'
import { type NewChat, NewChatDialog } from './new-chat-dialog.tsx'
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
  /** The group beside the list. */
  groupId: string | undefined
}

/** The list of conversations with its search and filters. */
export function Inbox({ currentUserId, username, groupId }: InboxProps) {
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<InboxFilter>('all')
  const [newChat, setNewChat] = useState<NewChat>()
  useNewGroupLink(() => setNewChat('group'))
  const search = useRef<HTMLInputElement>(null)
  useShortcuts([
    { keys: '/', text: t('shortcuts.search'), scope: 'page', run: () => search.current?.focus() },
    { keys: 'n', text: t('shortcuts.newChat'), scope: 'page', run: () => setNewChat('person') },
  ])
  const q = useDebouncedText(text)
  const { conversations, archivedCount, requestCount, ...pages } = useConversations({
    q,
    filter: filter === 'all' ? undefined : filter,
  })
  const isManyRequests = requestCount >= MAX_COUNTED_REQUESTS
  const { groups, ...groupList } = useGroups()
  const isOnline = useIsOnline()
  const archivedTotal = archivedCount + groups.filter(({ marks }) => marks.archived).length
  const shownGroups = filterGroups(groups, { q, filter })
  const waitingGroups = useWaitingGroups()
  const isWaitingShown = filter === 'all' && q === '' && waitingGroups.length > 0
  const entries = toInboxEntries(conversations, shownGroups, { hasMore: pages.hasNextPage && isOnline })
  const isSettled = !pages.isPending && !groupList.isPending
  const isHalfLoaded = isSettled && (pages.data === undefined) !== (groupList.data === undefined)
  const refetchAll = (options?: { throwOnError: boolean }) =>
    Promise.all([pages.refetch(options), groupList.refetch(options)])
  const list = {
    ...pages,
    data: isHalfLoaded && entries.length === 0 && !isWaitingShown ? undefined : (pages.data ?? groupList.data),
    error: pages.error ?? groupList.error,
    isPending: pages.isPending || (groupList.isPending && entries.length === 0),
    isFetchNextPageError: pages.isFetchNextPageError || isHalfLoaded,
    fetchNextPage: isHalfLoaded ? refetchAll : pages.fetchNextPage,
    refetch: refetchAll,
  }
  const isOnlyList = username === undefined && groupId === undefined
  const Title = isOnlyList ? 'h1' : 'h2' // a conversation beside the list has the h1
  return (
    <section className={styles['inbox']} aria-label={t('inbox.page')}>
      <header className={styles['header']}>
        <Title className={styles['title']}>{t('inbox.title')}</Title>
        <IconButton
          label={t('inbox.newChat')}
          icon={<SquarePen aria-hidden="true" />}
          onClick={() => setNewChat('person')}
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
        <PullToRefresh onRefresh={() => refetchAll({ throwOnError: true })} />
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
          archivedTotal > 0 && (
            <button type="button" className={styles['archive']} onClick={() => setFilter('archived')}>
              <Archive aria-hidden="true" />
              {t('inbox.archived')}
              <span className={styles['archiveCount']}>
                <span aria-hidden="true">{archivedTotal}</span>
                <span className="visually-hidden">{t('inbox.archivedCount', { count: archivedTotal })}</span>
              </span>
            </button>
          )
        )}
        {filter === 'requests' && <p className={styles['requestsText']}>{t('inbox.requestsText')}</p>}
        <InfiniteList
          query={list}
          distance={LOAD_MORE_DISTANCE_PX}
          isEmpty={entries.length === 0 && !isWaitingShown}
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
            {isWaitingShown && waitingGroups.map((entry) => <WaitingGroupRow key={entry.id} entry={entry} />)}
            {entries.map((entry) =>
              'group' in entry ? (
                <GroupRow
                  key={entry.group._id}
                  group={entry.group}
                  currentUserId={currentUserId}
                  isOpen={entry.group._id === groupId}
                  isOnlyList={isOnlyList}
                />
              ) : (
                <ConversationRow
                  key={entry.conversation._id}
                  conversation={entry.conversation}
                  currentUserId={currentUserId}
                  isOpen={entry.conversation.user.username === username}
                  isOnlyList={isOnlyList}
                />
              ),
            )}
          </ul>
        </InfiniteList>
      </div>
      <NewChatDialog newChat={newChat} onChange={setNewChat} />
    </section>
  )
}

/** Calls `onOpen` for the address `/inbox?new=group`, which then is `/inbox`. */
function useNewGroupLink(onOpen: () => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.get('new') === 'group'
  const open = useEffectEvent(() => {
    setParams({}, { replace: true })
    onOpen()
  })
  useEffect(() => {
    if (isAsked) open()
  }, [isAsked])
}
