import type { MemberView, MessageView } from '@meadow/contracts/browser'
import { Button, IconButton, Time } from '@meadow/ui'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type MessageSearchFilter, NO_SEARCH_FILTER, toSearchQuery } from '../../data/messages/message-search-filter.ts'
import { useSearchMessages } from '../../data/messages/use-search-messages.ts'
import { useFocusWhileOpen } from '../../focus/use-focus-while-open.ts'
import { formatMessageLine } from '../../format/format-preview.ts'
import { t } from '../../texts.ts'
import styles from './search.module.css'
import { SearchFilters } from './search-filters.tsx'

const DEBOUNCE_MS = 350

type SearchPanelProps = { member: MemberView; onShowMessage: (messageId: string) => void; onClose: () => void }

/** Searches the messages of a conversation, by text and by filters. A click on a result shows the message. */
export function SearchPanel({ member, onShowMessage, onClose }: SearchPanelProps) {
  const [text, setText] = useState('')
  const [filter, setFilter] = useState(NO_SEARCH_FILTER)
  const [hasFilters, setHasFilters] = useState(false)
  const field = useFocusWhileOpen<HTMLInputElement>()
  useEffect(() => {
    const timer = setTimeout(() => setFilter((known) => ({ ...known, text: text.trim() })), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser supports the search element
    <div role="search" className={styles['panel']} aria-label={t('search.title')}>
      <div className={styles['field']}>
        <Search aria-hidden="true" />
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          maxLength={100}
          autoComplete="off"
          aria-label={t('search.field')}
          placeholder={t('search.field')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <IconButton
          label={t('search.filters')}
          icon={<SlidersHorizontal aria-hidden="true" />}
          active={hasFilters}
          aria-expanded={hasFilters}
          onClick={() => {
            setHasFilters(!hasFilters)
            setFilter({ ...NO_SEARCH_FILTER, text: filter.text })
          }}
        />
        <IconButton label={t('search.close')} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      {hasFilters && <SearchFilters member={member} filter={filter} onChange={setFilter} />}
      {toSearchQuery(filter) && <SearchResults userId={member._id} filter={filter} onShowMessage={onShowMessage} />}
    </div>
  )
}

type SearchResultsProps = {
  userId: string
  filter: MessageSearchFilter
  onShowMessage: SearchPanelProps['onShowMessage']
}

function SearchResults({ userId, filter, onShowMessage }: SearchResultsProps) {
  const { results, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useSearchMessages(
    userId,
    filter,
  )
  if (error)
    return (
      <div className={styles['note']} role="alert">
        {t('search.failed')}
        <Button size="s" variant="soft" onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      </div>
    )
  if (isPending || (results.length === 0 && !hasNextPage))
    return (
      <p className={styles['note']} role="status">
        {isPending
          ? t('search.loading')
          : filter.text
            ? t('search.none', { query: filter.text })
            : t('search.noneFiltered')}
      </p>
    )
  return (
    <ul className={styles['results']} aria-label={t('search.results')}>
      {results.map((message) => (
        <SearchResult key={message._id} message={message} onShowMessage={onShowMessage} />
      ))}
      {hasNextPage && (
        <li className={styles['note']}>
          {results.length === 0 && t('search.noneRecent')}
          <Button size="s" variant="soft" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(results.length === 0 ? 'search.older' : 'search.more')}
          </Button>
        </li>
      )}
    </ul>
  )
}

function SearchResult({
  message,
  onShowMessage,
}: {
  message: MessageView
  onShowMessage: (messageId: string) => void
}) {
  return (
    <li>
      <button type="button" className={styles['result']} onClick={() => onShowMessage(message._id)}>
        <b className="member-text">{message.sender.fullName}</b>
        <Time className={styles['time']} at={message.createdAt} />
        <span>{formatMessageLine(message)}</span>
      </button>
    </li>
  )
}
