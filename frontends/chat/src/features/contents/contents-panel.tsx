import type { MemberView } from '@meadow/contracts/browser'
import type { MessageContent } from '@meadow/contracts/parse-search'
import { Button, IconButton, Tabs } from '@meadow/ui'
import { Link } from '@meadow/web'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMessageContents } from '../../data/contents/use-message-contents.ts'
import { useFocusWhileOpen } from '../../focus/use-focus-while-open.ts'
import { t } from '../../texts.ts'
import { ContentGrid } from './content-grid.tsx'
import { ContentRows } from './content-rows.tsx'
import styles from './contents.module.css'

const TABS = [
  { value: 'picture', label: t('contents.media') },
  { value: 'video', label: t('contents.videos') },
  { value: 'voice', label: t('contents.voice') },
  { value: 'link', label: t('contents.links') },
  { value: 'star', label: t('contents.starred') },
] as const

const EMPTY_TEXTS: Record<MessageContent, string> = {
  picture: t('contents.noMedia'),
  video: t('contents.noVideos'),
  voice: t('contents.noVoice'),
  link: t('contents.noLinks'),
  star: t('contents.noStarred'),
}

export type ContentsPanelProps = {
  member: MemberView
  onShowMessage: (messageId: string) => void
  onClose: () => void
}

/** Shows the pictures, videos, recordings, links and starred messages of a conversation, the newest first. */
export default function ContentsPanel({ member, onShowMessage, onClose }: ContentsPanelProps) {
  const [has, setHas] = useState<MessageContent>('picture')
  const panel = useFocusWhileOpen<HTMLElement>()
  return (
    <aside ref={panel} tabIndex={-1} className={styles['panel']} aria-label={t('contents.open')}>
      <header className={styles['header']}>
        <h2>{t('contents.open')}</h2>
        <IconButton label={t('contents.close')} icon={<X aria-hidden="true" />} onClick={onClose} />
      </header>
      <div className={styles['content']}>
        <Tabs label={t('contents.kinds')} tabs={TABS} value={has} onChange={setHas}>
          <ContentList key={has} userId={member._id} has={has} onShowMessage={onShowMessage} />
          {has === 'star' && (
            <p className={styles['note']}>
              <Link to="/search?tab=messages&q=has:star">{t('contents.allStarred')}</Link>
            </p>
          )}
        </Tabs>
      </div>
    </aside>
  )
}

type ContentListProps = { userId: string; has: MessageContent; onShowMessage: ContentsPanelProps['onShowMessage'] }

/** The loaded messages of one kind with a button for more, or the loading, error or empty state. */
function ContentList({ userId, has, onShowMessage }: ContentListProps) {
  const contents = useMessageContents(userId, has)
  const { messages, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = contents
  if (error && messages.length === 0)
    return (
      <Note role="alert">
        {t('contents.failed')}
        <Button size="s" variant="soft" onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      </Note>
    )
  if (isPending || (messages.length === 0 && !hasNextPage))
    return <Note role="status">{isPending ? t('contents.loading') : EMPTY_TEXTS[has]}</Note>
  return (
    <>
      {has === 'picture' || has === 'video' ? (
        <ContentGrid
          messages={messages}
          onShowMessage={onShowMessage}
          onExpired={() => void refetch({ cancelRefetch: false })}
        />
      ) : (
        <ContentRows messages={messages} has={has} onShowMessage={onShowMessage} />
      )}
      {hasNextPage && (
        <Note {...(error && { role: 'alert' })}>
          {error && t('contents.failed')}
          <Button variant="soft" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('search.more')}
          </Button>
        </Note>
      )}
    </>
  )
}

const Note = ({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) => (
  <div className={styles['note']} role={role}>
    {children}
  </div>
)
