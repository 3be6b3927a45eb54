import type { ConversationView, MemberView } from '@meadow/contracts/browser'
import { FollowToggle, useBlock, useIsFollowing } from '@meadow/features'
import { Button, getButtonClassName } from '@meadow/ui'
import { Link } from '@meadow/web'
import { useRefetchOnFollow } from '../data/conversations/use-refetch-on-follow.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

/**
 * Replaces the composer of a conversation that is closed to the signed-in member. Says so if they have blocked the other. Where
 * there are messages, following would not open it: then it does not tell why it is closed.
 */
export function ClosedNotice({ conversation }: { conversation: ConversationView }) {
  const { user, lastMessage, isBlocked } = conversation
  const block = useBlock(user)
  if (!isBlocked && !lastMessage) return <NotMutualNotice member={user} />
  return (
    <div className={styles['notice']}>
      <p className="member-text" role="status">
        <b>{isBlocked ? t('chat.blocked', { username: user.username }) : t('chat.notMutual')}</b>
      </p>
      {isBlocked && (
        <Button variant="line" aria-label={t('chat.unblock', { username: user.username })} onClick={() => block(false)}>
          {t('chat.unblockShort')}
        </Button>
      )}
    </div>
  )
}

/** Replaces the composer of a member who has to prove their e-mail address first. Leads to the button that sends the link. */
export function UnverifiedNotice() {
  return (
    <div className={styles['notice']}>
      <p role="status">
        <b>{t('chat.unverified')}</b> {t('chat.unverifiedText')}
      </p>
      <Link to="/settings/account" className={getButtonClassName({ variant: 'soft' })}>
        {t('chat.verify')}
      </Link>
    </div>
  )
}

/**
 * Replaces the composer while the settings of the other do not allow a first message. Mutual followers may always write, so this offers
 * to follow, and goes when the other follows back.
 */
function NotMutualNotice({ member }: { member: MemberView }) {
  const isFollowing = useIsFollowing(member)
  const name = member.fullName
  useRefetchOnFollow(member._id, isFollowing)
  return (
    <div className={styles['notice']}>
      <p className="member-text" role="status">
        <b>{t('chat.notMutual')}</b> {isFollowing ? t('chat.waitForFollow', { name }) : t('chat.followFirst')}
      </p>
      <FollowToggle member={member} isLarge />
    </div>
  )
}
