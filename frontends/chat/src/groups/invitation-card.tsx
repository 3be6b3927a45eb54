import type { GroupView } from '@meadow/contracts/browser'
import { Button } from '@meadow/ui'
import { useLoadedOutbox, useNavigate } from '@meadow/web'
import { useIsOnline } from '../data/use-is-online.ts'
import { GroupAvatars } from './group-avatars.tsx'
import { useChangeGroup, useIsJoining } from './group-change-action.ts'
import styles from './groups.module.css'
import { t } from './texts.ts'

/** Shows an invitation to a group in the place of its messages, which an invited member does not see yet. */
export function InvitationCard({ group }: { group: GroupView }) {
  const { name, members, memberCount, invitedBy } = group
  const change = useChangeGroup()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const isJoining = useIsJoining(group._id)
  useLoadedOutbox()
  return (
    <section className={styles['invitation']} aria-label={t('invitation.title')}>
      <GroupAvatars name={name} members={members} size={88} />
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p>
        {invitedBy ? t('invitation.by', { name: invitedBy.fullName }) : t('inbox.invitedByNobody')}{' '}
        {t('page.memberCount', { count: memberCount })}
      </p>
      <p>{t('invitation.text')}</p>
      <div className={styles['actions']}>
        <Button
          busy={isJoining && isOnline}
          disabled={isJoining && !isOnline}
          onClick={() => change(group, { kind: 'accept' })}
        >
          {t('invitation.join')}
        </Button>
        <Button
          variant="soft"
          onClick={() => {
            change(group, { kind: 'leave' })
            void navigate('/inbox', { replace: true })
          }}
        >
          {t('invitation.decline')}
        </Button>
      </div>
      <p role="status">{isJoining && t(isOnline ? 'invitation.joining' : 'invitation.waiting')}</p>
    </section>
  )
}
