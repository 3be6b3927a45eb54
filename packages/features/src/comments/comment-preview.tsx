import type { PostView } from '@meadow/contracts/browser'
import { Link } from '@meadow/web'
import { MemberAvatar, MemberLink } from '../members/member-link.tsx'
import { t } from '../texts.ts'
import styles from './comments.module.css'

/** Shows the newest comment of a post and a link to all comments. */
export function CommentPreview({ post }: { post: PostView }) {
  const first = post.comments.at(-1)
  if (!first) return null
  return (
    <div className={styles['preview']}>
      <div className={styles['first-comment']}>
        <MemberAvatar member={first.user} size={32} />
        <div className={styles['bubble']}>
          <MemberLink member={first.user} />
          <p>{first.text}</p>
        </div>
      </div>
      {post.commentsCount > 1 && (
        <Link to={`/post/${post._id}`} className={styles['all-comments']}>
          {t('comments.all', { count: post.commentsCount })}
        </Link>
      )}
    </div>
  )
}
