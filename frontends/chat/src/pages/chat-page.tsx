import { Button, EmptyState, getButtonClassName } from '@meadow/ui'
import { Link, useParams, useTitle } from '@meadow/web'
import type { ReactNode } from 'react'
import { useMember } from '../data/use-member.ts'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import { t } from '../texts.ts'
import styles from './chat.module.css'
import { Room } from './room.tsx'

/** The conversation with the member at this address. */
export function ChatPage() {
  const { username = '' } = useParams()
  const { member, isMissing, error, retry } = useMember(username)
  useTitle(t('chat.page', { name: member?.fullName ?? `@${username}` }))
  if (member) return <Room key={member._id} member={member} />
  if (isMissing) return <NoSuchMember />
  if (error)
    return (
      <Instead>
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
      </Instead>
    )
  return (
    <section className={styles['room']} aria-label={t('chat.loading')}>
      <MessageSkeletons />
    </section>
  )
}

function NoSuchMember() {
  return (
    <Instead>
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
    </Instead>
  )
}

function Instead({ children }: { children: ReactNode }) {
  return (
    <section className={styles['nothing']} role="alert">
      {children}
    </section>
  )
}
