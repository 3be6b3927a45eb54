import { InfiniteList } from '@meadow/features'
import { Chips, IconButton, SearchField } from '@meadow/ui'
import { useHotkeys } from '@meadow/web'
import { SquarePen } from 'lucide-react'
import { useRef, useState } from 'react'
import { useConversations } from '../../data/use-conversations.ts'
import { t } from '../../texts.ts'
import { ConversationRow } from './conversation-row.tsx'
import styles from './inbox.module.css'
import { NewChat } from './new-chat.tsx'
import { NoConversations } from './no-conversations.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { useLater } from './use-later.ts'

const NEAR_THE_END = 200
const WORDS = { loading: t('inbox.loading'), failed: t('inbox.failed'), moreFailed: t('inbox.failed') }
const SKELETONS = { first: <RowSkeletons count={6} />, more: <RowSkeletons count={2} /> }
const CHIPS = [
  { value: 'all', label: t('inbox.all') },
  { value: 'unread', label: t('inbox.unread') },
  { value: 'online', label: t('inbox.online') },
] as const

type Shown = (typeof CHIPS)[number]['value']

type InboxProps = {
  /** The member's id. */
  you: string | undefined
  /** With whom the conversation beside it is. */
  username: string | undefined
}

/** With whom the member talks. */
export function Inbox({ you, username }: InboxProps) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [isNew, setNew] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  useHotkeys({ '/': () => search.current?.focus(), n: () => setNew(true) })
  const q = useLater(text)
  const { conversations, ...pages } = useConversations({ q, filter: shown === 'all' ? undefined : shown })
  const Title = username === undefined ? 'h1' : 'h2' // beside a conversation, that is what the page is about
  return (
    <section className={styles['inbox']} aria-label={t('inbox.page')}>
      <header className={styles['head']}>
        <Title className={styles['title']}>{t('inbox.title')}</Title>
        <IconButton label={t('inbox.newChat')} icon={<SquarePen aria-hidden="true" />} onClick={() => setNew(true)} />
      </header>
      <div className={styles['find']}>
        <SearchField
          variant="soft"
          label={t('inbox.search')}
          clearLabel={t('inbox.clearSearch')}
          value={text}
          onChange={setText}
          input={search}
        />
        <Chips label={t('inbox.filter')} chips={CHIPS} value={shown} onChange={setShown} />
      </div>
      <div className={styles['list']}>
        <InfiniteList
          pages={pages}
          distance={NEAR_THE_END}
          isEmpty={conversations.length === 0}
          words={WORDS}
          onCards={false}
          skeletons={SKELETONS}
          empty={
            <NoConversations
              q={q}
              shown={shown}
              onAll={() => {
                setText('')
                setShown('all')
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
                you={you}
                isHere={conversation.user.username === username}
              />
            ))}
          </ul>
        </InfiniteList>
      </div>
      <NewChat open={isNew} onClose={() => setNew(false)} />
    </section>
  )
}
