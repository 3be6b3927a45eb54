import { useProfile } from '@meadow/features'
import { Button, EmptyState, getButtonClassName } from '@meadow/ui'
import { ApiError, Link, useDocumentTitle, useParams, useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import { t } from '../texts.ts'
import styles from './chat.module.css'
import { ConversationPane } from './conversation-pane.tsx'

/** The page of the conversation with the member in the URL. */
export function ChatPage() {
  const { username = '' } = useParams()
  const currentUserId = useSession().user?._id
  const { data, error, refetch } = useProfile(username)
  const member = data?.user
  useDocumentTitle(t('chat.page', { name: member?.fullName ?? `@${username}` }))
  if (member && member._id === currentUserId)
    return (
      <FullPageMessage title={t('chat.self')} action={<InboxLink />}>
        {t('chat.selfText')}
      </FullPageMessage>
    )
  if (member) return <ConversationPane key={member._id} member={member} />
  if (error instanceof ApiError && error.status === 404)
    return (
      <FullPageMessage title={t('chat.notFound')} action={<InboxLink />}>
        {t('chat.notFoundText')}
      </FullPageMessage>
    )
  if (error)
    return (
      <FullPageMessage
        title={t('chat.failed')}
        action={
          <Button variant="soft" onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        }
      >
        {error.message}
      </FullPageMessage>
    )
  return (
    <section className={styles['pane']} aria-label={t('chat.loading')}>
      <MessageSkeletons />
    </section>
  )
}

const InboxLink = () => (
  <Link to="/inbox" className={getButtonClassName({ variant: 'soft' })}>
    {t('chat.back')}
  </Link>
)

type FullPageMessageProps = { title: string; action: ReactNode; children: ReactNode }

/** Replaces the conversation by a message. */
function FullPageMessage({ title, action, children }: FullPageMessageProps) {
  return (
    <section className={styles['fullPage']} role="alert">
      <EmptyState level={1} title={title} action={action}>
        {children}
      </EmptyState>
    </section>
  )
}
