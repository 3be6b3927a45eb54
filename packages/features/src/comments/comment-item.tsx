import type { CommentView } from '@meadow/contracts/browser'
import { Time } from '@meadow/ui'
import { FollowButton } from '../members/follow-button.tsx'
import { MemberAvatar, MemberLink } from '../members/member-link.tsx'
import styles from './comments.module.css'

export function CommentItem({ comment }: { comment: CommentView }) {
  const { user } = comment
  return (
    <li className={styles['item']}>
      <MemberAvatar member={user} size={38} />
      <div className={styles['comment-body']}>
        <div className={styles['byline']}>
          <MemberLink member={user} />
          <span className={styles['meta']}>
            <bdi className={styles['username']}>@{user.username}</bdi> · <Time at={comment.createdAt} />
          </span>
          <FollowButton member={user} />
        </div>
        <p dir="auto">{comment.text}</p>
      </div>
    </li>
  )
}
