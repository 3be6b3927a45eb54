import type { CommentView } from '@meadow/contracts'
import { Avatar, Time } from '@meadow/ui'
import { FollowButton } from '../../members/follow-button.tsx'
import { MemberName } from '../../members/member-name.tsx'
import styles from './comments.module.css'

export function CommentItem({ comment }: { comment: CommentView }) {
  const { user } = comment
  return (
    <li className={styles['item']}>
      <Avatar name={user.fullName} src={user.avatar} size={38} />
      <div className={styles['said']}>
        <div className={styles['by']}>
          <MemberName member={user} />
          <span className={styles['meta']}>
            <span className={styles['username']}>@{user.username}</span> · <Time at={comment.createdAt} />
          </span>
          <FollowButton member={user} />
        </div>
        <p>{comment.text}</p>
      </div>
    </li>
  )
}
