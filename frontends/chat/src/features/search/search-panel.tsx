import type { MessageView } from '@meadow/contracts/browser'
import { Button, IconButton, Time } from '@meadow/ui'
import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchMessages } from '../../data/messages/use-search-messages.ts'
import { useFocusWhileOpen } from '../../focus/use-focus-while-open.ts'
import { formatMessageLine } from '../../format/format-preview.ts'
import { t } from '../../texts.ts'
import styles from './search.module.css'

const DEBOUNCE_MS = 350

type SearchPanelProps = { userId: string; onShowMessage: (messageId: string) => void; onClose: () => void }

/** Searches the messages of a conversation. A click on a result shows the message. */
export function SearchPanel({ userId, onShowMessage, onClose }: SearchPanelProps) {
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const field = useFocusWhileOpen<HTMLInputElement>()
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), DEBOUNCE_MS)
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
        <IconButton label={t('search.close')} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      {q && <SearchResults userId={userId} q={q} onShowMessage={onShowMessage} />}
    </div>
  )
}

function SearchResults({
  userId,
  q,
  onShowMessage,
}: {
  userId: string
  q: string
  onShowMessage: (messageId: string) => void
}) {
  const { results, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useSearchMessages(
    userId,
    q,
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
  if (isPending || results.length === 0)
    return (
      <p className={styles['note']} role="status">
        {isPending ? t('search.loading') : t('search.none', { query: q })}
      </p>
    )
  return (
    <ul className={styles['results']} aria-label={t('search.results')}>
      {results.map((message) => (
        <SearchResult key={message._id} message={message} onShowMessage={onShowMessage} />
      ))}
      {hasNextPage && (
        <li className={styles['note']}>
          <Button size="s" variant="soft" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('search.more')}
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
