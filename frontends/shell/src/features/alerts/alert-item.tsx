import type { NotificationView } from '@meadow/contracts/browser'
import { NOTICE_KINDS } from '@meadow/contracts/report-limits'
import { FollowToggle, MemberAvatar } from '@meadow/features'
import { joinClassNames, Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import {
  AtSign,
  Bell,
  Heart,
  type LucideIcon,
  MessageCircle,
  Pencil,
  Repeat2,
  ShieldCheck,
  UserPlus,
} from 'lucide-react'
import { type RefCallback, useRef } from 'react'
import styles from './alerts.module.css'
import { t } from './texts.ts'

type AlertItemProps = {
  alert: NotificationView
  onRead: () => void
  ref?: RefCallback<Element> | undefined
}

/** A notification. The whole row links to the post or to the member. It stays unread until it is opened or marked. */
export function AlertItem({ alert, onRead, ref }: AlertItemProps) {
  const { type, from, text, isRead, updatedAt, post, followKind } = alert
  const isNotice = type === 'other' && !isPostEdited(alert)
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <li ref={ref} className={joinClassNames(styles['item'], !isRead && styles['unread'])}>
      <div className={styles['sender']}>
        {isNotice ? (
          <span className={styles['notice']}>
            <ShieldCheck aria-hidden="true" />
          </span>
        ) : (
          <>
            <MemberAvatar member={from} size={40} />
            <AlertIcon type={type} isEdit={isPostEdited(alert)} />
          </>
        )}
      </div>
      <div className={styles['body']}>
        <Link ref={link} to={toAlertPath(alert)} className={styles['link']} onClick={onRead}>
          {isNotice ? (
            <bdi>{toNoticeText(alert)}</bdi>
          ) : (
            <>
              <bdi className={styles['name']}>{toFirstName(from.fullName)}</bdi> <bdi>{text}</bdi>
            </>
          )}
        </Link>
        <p className={styles['details']}>
          <Time at={updatedAt} />
          {post && (
            <>
              {' · '}
              <bdi>{post.content || t('alerts.picture')}</bdi>
            </>
          )}
        </p>
      </div>
      {post?.image && (
        <img className={styles['picture']} src={post.image} alt="" width="48" height="48" loading="lazy" />
      )}
      {type === 'follow' && !followKind && (
        <div className={styles['follow-back']}>
          <FollowToggle member={from} followLabel={t('alerts.followBack')} />
        </div>
      )}
      <MarkReadDot
        isRead={isRead}
        onClick={() => {
          link.current?.focus({ preventScroll: true }) // the dot disappears
          onRead()
        }}
      />
    </li>
  )
}

/** Dot of an unread notification, which marks it as read. It stays in place to fade. */
function MarkReadDot({ isRead, onClick }: { isRead: boolean; onClick: () => void }) {
  const label = isRead ? t('alerts.isRead') : t('alerts.markRead')
  return (
    <button
      type="button"
      className={styles['dot']}
      aria-label={label}
      title={label}
      disabled={isRead}
      onClick={onClick}
    />
  )
}

/** Returns the text of a notification without an actor, with the rule that applied. A newer version may send other kinds. */
export function toNoticeText({ kind, rule }: Pick<NotificationView, 'kind' | 'rule'>): string {
  const known = NOTICE_KINDS.find((one) => one === kind)
  const text = t(known ? `alerts.${known}` : 'alerts.notice')
  return rule ? t('alerts.rule', { text, rule }) : text
}

/** Returns true for the only notification of the type `other` that has an actor. */
const isPostEdited = ({ type, kind }: NotificationView): boolean => type === 'other' && kind === 'post_edited'

/** Returns the page that a notification leads to: the post or a comment on it, the reports, the follow requests, or the member. */
const toAlertPath = ({ type, kind, post, commentId, followKind, from }: NotificationView): string => {
  if (type === 'other' && kind !== 'post_edited') return '/settings/reports'
  if (post) return commentId ? `/post/${post._id}?comment=${commentId}` : `/post/${post._id}`
  return followKind === 'requested' ? '/settings/requests' : `/profile/${from.username}`
}

const toFirstName = (fullName: string): string => fullName.split(/\s+/, 1)[0] || fullName

const NOTIFICATION_ICONS: Partial<Record<NotificationView['type'], LucideIcon>> = {
  like: Heart,
  comment: MessageCircle,
  follow: UserPlus,
  mention: AtSign,
  share: Repeat2,
}

/** Icon of the notification type, over the corner of the avatar. Decorative. */
function AlertIcon({ type, isEdit }: Pick<NotificationView, 'type'> & { isEdit: boolean }) {
  const Icon = isEdit ? Pencil : (NOTIFICATION_ICONS[type] ?? Bell)
  return (
    <span className={joinClassNames(styles['icon'], styles[type])}>
      <Icon aria-hidden="true" />
    </span>
  )
}
