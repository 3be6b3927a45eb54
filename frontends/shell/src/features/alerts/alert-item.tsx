import type { NotificationView } from '@meadow/contracts/browser'
import { FollowToggle, MemberAvatar } from '@meadow/features'
import { Button, joinClassNames, Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'
import { AlertIcon } from './alert-icon.tsx'
import styles from './alerts.module.css'

type AlertItemProps = { alert: NotificationView; onRead: () => void }

/** A notification with its actions. */
export function AlertItem({ alert, onRead }: AlertItemProps) {
  const { type, from, text, isRead, updatedAt, post } = alert
  return (
    <li className={joinClassNames(styles['item'], !isRead && styles['unread'])}>
      <div className={styles['sender']}>
        <MemberAvatar member={from} size={44} />
        <AlertIcon type={type} />
      </div>
      <div className={styles['body']}>
        <p>
          <Link to={`/profile/${from.username}`} className={styles['name']}>
            {toFirstName(from.fullName)}
          </Link>{' '}
          {text} <span className={styles['time']}>· </span>
          <Time at={updatedAt} className={styles['time']} />
        </p>
        {post && <PostPreview post={post} onOpen={onRead} />}
        <div className={styles['actions']}>
          {type === 'follow' && <FollowToggle member={from} followLabel={t('alerts.followBack')} />}
          {isRead ? (
            <span className={styles['read-label']}>{t('alerts.isRead')}</span>
          ) : (
            <Button variant="plain" size="s" onClick={onRead}>
              {t('alerts.markRead')}
            </Button>
          )}
        </div>
      </div>
      {!isRead && <span className={styles['dot']} role="img" aria-label={t('alerts.unreadDot')} />}
    </li>
  )
}

type NotificationPost = NonNullable<NotificationView['post']>

function PostPreview({ post, onOpen }: { post: NotificationPost; onOpen: () => void }) {
  const { _id, content, image } = post
  return (
    <Link to={`/post/${_id}`} className={styles['preview']} onClick={onOpen}>
      {image && <img src={image} alt="" width="54" height="44" loading="lazy" />}
      <span>{content || t('alerts.picture')}</span>
    </Link>
  )
}

const toFirstName = (fullName: string): string => fullName.split(/\s+/, 1)[0] || fullName
