import type { MemberView } from '@meadow/contracts/browser'
import { useProfile } from '@meadow/features'
import { Button, EmptyState, getButtonClassName } from '@meadow/ui'
import { ApiError, Link, useDocumentTitle, useParams, useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { useConversations } from '../data/conversations/use-conversations.ts'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import { t } from '../texts.ts'
import styles from './chat.module.css'
import { ConversationPane } from './conversation-pane.tsx'

/** The page of the conversation with the member in the URL. */
export function ChatPage() {
  const { username = '' } = useParams()
  const currentUserId = useSession().user?._id
  const { member, error, refetch } = useConversationMember(username)
  useDocumentTitle(t('chat.page', { name: member?.fullName ?? `@${username}` }))
  if (member && member._id === currentUserId)
    return (
      <FullPageMessage title={t('chat.self')} action={<InboxLink />}>
        {t('chat.selfText')}
      </FullPageMessage>
    )
  if (member) return <ConversationPane key={member._id} member={member} />
  if (isNotFound(error))
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

/**
 * Finds the other member of a conversation: by their profile or, where that is hidden, by the conversation itself, whose messages
 * stay readable across a block.
 */
function useConversationMember(username: string): {
  member: MemberView | undefined
  error: Error | null
  refetch: () => Promise<unknown>
} {
  const profile = useProfile(username)
  const isHidden = profile.data === undefined && isNotFound(profile.error)
  const list = useConversations({ q: `@${username}` }, { enabled: isHidden })
  if (!isHidden) return { member: profile.data?.user, error: profile.error, refetch: profile.refetch }
  const isSame = (one: { username: string }) => one.username.toLowerCase() === username.toLowerCase()
  const member = list.conversations.find(({ user }) => isSame(user))?.user
  return { member, error: list.isPending ? null : (list.error ?? profile.error), refetch: list.refetch }
}

const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

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
