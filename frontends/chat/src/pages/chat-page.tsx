import { Button, EmptyState, getButtonClassName } from '@meadow/ui'
import { Link, useDocumentTitle, useParams } from '@meadow/web'
import type { ReactNode } from 'react'
import { useMember } from '../data/conversations/use-member.ts'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import { t } from '../texts.ts'
import styles from './chat.module.css'
import { ConversationPane } from './conversation-pane.tsx'

/** The page of the conversation with the member in the URL. */
export function ChatPage() {
  const { username = '' } = useParams()
  const { member, isMissing, error, retry } = useMember(username)
  useDocumentTitle(t('chat.page', { name: member?.fullName ?? `@${username}` }))
  if (member) return <ConversationPane key={member._id} member={member} />
  if (isMissing) return <MemberNotFound />
  if (error)
    return (
      <FullPageMessage>
        <EmptyState
          level={1}
          title={t('chat.failed')}
          action={
            <Button variant="soft" onClick={retry}>
              {t('tryAgain')}
            </Button>
          }
        >
          {error.message}
        </EmptyState>
      </FullPageMessage>
    )
  return (
    <section className={styles['pane']} aria-label={t('chat.loading')}>
      <MessageSkeletons />
    </section>
  )
}

function MemberNotFound() {
  return (
    <FullPageMessage>
      <EmptyState
        level={1}
        title={t('chat.notFound')}
        action={
          <Link to="/inbox" className={getButtonClassName({ variant: 'soft' })}>
            {t('chat.back')}
          </Link>
        }
      >
        {t('chat.notFoundText')}
      </EmptyState>
    </FullPageMessage>
  )
}

function FullPageMessage({ children }: { children: ReactNode }) {
  return (
    <section className={styles['fullPage']} role="alert">
      {children}
    </section>
  )
}
