import { Avatar, Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import { MemberName } from '../members/member-name.tsx'
import { usePost } from '../posts/use-post.ts'
import { t } from '../shares/share-texts.ts'
import { CardPicture } from './card-picture.tsx'
import styles from './link-preview-card.module.css'

/**
 * Shows a post of this installation to which a text links, as the viewer may see it now: our own call brings it, which respects blocks,
 * private accounts and deletions.
 */
export function OwnPostCard({ postId }: { postId: string }) {
  const { data: post, isGone } = usePost(postId)
  if (isGone) return <p className={styles['unavailable']}>{t('share.unavailable')}</p>
  if (!post) return null
  const { user, content, createdAt, pictureCover } = post
  const picture = pictureCover ? undefined : post.pictures[0]
  return (
    <Link className={styles['card']} to={`/post/${postId}`}>
      {picture && <CardPicture picture={picture} />}
      <span className={styles['texts']}>
        <span className={styles['author']}>
          <Avatar name={user.fullName} src={user.avatar} size={20} />
          <MemberName member={user} />
          <Time at={createdAt} />
        </span>
        {content && (
          <span dir="auto" className={styles['description']}>
            {content}
          </span>
        )}
      </span>
    </Link>
  )
}
