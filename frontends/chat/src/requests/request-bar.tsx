import type { ConversationView, MemberView } from '@meadow/contracts/browser'
import { useBlockMenuItem, useProfile, useReportMenuItem } from '@meadow/features'
import { Button } from '@meadow/ui'
import { useNavigate } from '@meadow/web'
import { formatMonth } from '../format/format-time.ts'
import { t } from '../texts.ts'
import { useDecideRequest } from './decide-request-action.ts'
import styles from './requests.module.css'

export type RequestBarProps = { member: MemberView; conversation: ConversationView }

/** Replaces the composer in a message request: says who writes, and lets the member accept, decline, block or report. */
export default function RequestBar({ member, conversation }: RequestBarProps) {
  const navigate = useNavigate()
  const decide = useDecideRequest()
  const leave = () => void navigate('/inbox', { replace: true })
  const block = useBlockMenuItem(member, leave)
  const report = useReportMenuItem({ kind: 'member', id: member._id, member })
  const profile = useProfile(member.username).data?.user
  const name = member.fullName
  return (
    <section className={styles['bar']} aria-label={t('request.title')}>
      <div className="member-text">
        <p>
          <b>{t('request.question', { name })}</b>
        </p>
        <p className={styles['about']}>
          {profile &&
            t('request.about', { count: profile.followerCount, date: formatMonth(new Date(profile.createdAt)) })}{' '}
          {t('request.unnoticed')}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button onClick={() => decide(conversation, true)}>{t('request.accept')}</Button>
        <Button
          variant="soft"
          onClick={() => {
            decide(conversation, false)
            leave()
          }}
        >
          {t('request.decline')}
        </Button>
        <Button variant="plain" onClick={block.item.onSelect}>
          {t('request.block')}
        </Button>
        <Button variant="plain" onClick={report.item.onSelect}>
          {t('request.report')}
        </Button>
      </div>
      {block.dialog}
      {report.dialog}
    </section>
  )
}
