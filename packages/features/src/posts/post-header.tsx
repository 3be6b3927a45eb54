import type { PostView } from '@meadow/contracts/browser'
import { Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import { FollowButton } from '../members/follow-button.tsx'
import { MemberAvatar, MemberLink } from '../members/member-link.tsx'
import styles from './post.module.css'
import { PostMenu } from './post-menu.tsx'

/** Author, time, Follow button and menu. The time links to the post page. */
export function PostHeader({ post, onDeleted }: { post: PostView; onDeleted?: (() => void) | undefined }) {
  const { user } = post
  return (
    <header className={styles['header']}>
      <MemberAvatar member={user} />
      <div className={styles['author']}>
        <MemberLink member={user} />
        <div className={styles['meta']}>
          <span className={styles['username']}>@{user.username}</span>
          <span aria-hidden="true">·</span>
          <Link to={`/post/${post._id}`} className={styles['time']}>
            <Time at={post.createdAt} />
          </Link>
        </div>
      </div>
      <FollowButton member={user} />
      <div className={styles['menu']}>
        <PostMenu post={post} onDeleted={onDeleted} />
      </div>
    </header>
  )
}
