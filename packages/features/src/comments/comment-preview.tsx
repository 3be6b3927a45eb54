import type { PostView } from '@meadow/contracts/browser'
import { Link } from '@meadow/web'
import { MemberLink } from '../members/member-link.tsx'
import styles from './comments.module.css'

/** The newest comment of a post in one quiet line, which leads to all comments. It leaves out comments with a word that the viewer mutes. */
export function CommentPreview({ post }: { post: PostView }) {
  const newest = post.comments.findLast(({ isMuted }) => !isMuted)
  if (!newest) return null
  return (
    <div className={styles['preview']}>
      <MemberLink member={newest.user} />
      <Link to={`/post/${post._id}`} dir="auto">
        {newest.text}
      </Link>
    </div>
  )
}
