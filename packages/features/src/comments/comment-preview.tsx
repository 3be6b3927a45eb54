import type { PostView } from '@meadow/contracts/browser'
import { Link } from '@meadow/web'
import { MemberLink } from '../members/member-link.tsx'
import { TextWithFacets } from '../text/text-with-facets.tsx'
import styles from './comments.module.css'

/**
 * The newest comment of a post in one quiet line, which leads to all comments. Where it has links of its own, a click beside them opens the
 * post, as anywhere on its card. It leaves out comments with a word that the viewer mutes.
 */
export function CommentPreview({ post }: { post: PostView }) {
  const newest = post.comments.findLast(({ isMuted }) => !isMuted)
  if (!newest) return null
  const { text, facets = [] } = newest
  return (
    <div className={styles['preview']}>
      <MemberLink member={newest.user} />
      {facets.length > 0 ? (
        <span dir="auto">
          <TextWithFacets text={text} facets={facets} />
        </span>
      ) : (
        <Link to={`/post/${post._id}`} dir="auto">
          {text}
        </Link>
      )}
    </div>
  )
}
