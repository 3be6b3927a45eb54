import type { PostView } from '@meadow/contracts/browser'
import { Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import { FollowButton } from '../members/follow-button.tsx'
import { MemberLink } from '../members/member-link.tsx'
import { LazyEditedMark } from './lazy-edited-mark.tsx'
import styles from './post.module.css'

/** Author, time and Follow button, in one line. The time links to the post page. */
export function PostHeader({ post }: { post: PostView }) {
  const { user } = post
  return (
    <header className={styles['header']}>
      <MemberLink member={user} />
      <bdi className={styles['username']}>@{user.username}</bdi>
      <span className={styles['dot']} aria-hidden="true">
        ·
      </span>
      <Link to={`/post/${post._id}`} className={styles['time']}>
        <Time at={post.createdAt} />
      </Link>
      {post.editedAt && <LazyEditedMark postId={post._id} />}
      <div className={styles['follow']}>
        <FollowButton member={user} />
      </div>
    </header>
  )
}
