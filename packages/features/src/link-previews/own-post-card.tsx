import type { PostView } from '@meadow/contracts/browser'
import { Avatar, Button, joinClassNames, Time } from '@meadow/ui'
import { ApiError, Link } from '@meadow/web'
import { useRef, useState } from 'react'
import { MemberName } from '../members/member-name.tsx'
import { useMuteOf } from '../members/use-mute.tsx'
import { usePost } from '../posts/use-post.ts'
import { CardPicture } from './card-picture.tsx'
import styles from './link-preview-card.module.css'
import { t } from './texts.ts'

/**
 * Shows a post of this installation to which a text links, as the viewer may see it now: our own call brings it, which respects blocks,
 * private accounts and deletions. While it cannot be read, its card says so, and leads to it.
 */
export function OwnPostCard({ postId }: { postId: string }) {
  const { data: post, error, isGone } = usePost(postId)
  if (isGone || (error instanceof ApiError && error.status === 403))
    return <p className={styles['unavailable']}>{t('linkPreview.unavailable')}</p>
  if (post) return <PostUnlessMuted post={post} />
  return (
    error && (
      <Link className={joinClassNames(styles['card'], styles['unavailable'])} to={`/post/${postId}`}>
        {t('linkPreview.notLoaded')}
      </Link>
    )
  )
}

/** Folds a post that the viewer mutes, or whose author they mute: it is shown on request. */
function PostUnlessMuted({ post }: { post: PostView }) {
  const isAuthorMuted = useMuteOf(post.user._id) !== undefined
  const [isUnfolded, setIsUnfolded] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  if (!(isAuthorMuted || post.isMuted)) return <ShownPost post={post} />
  const show = () => {
    card.current?.focus({ preventScroll: true }) // the button goes
    setIsUnfolded(true)
  }
  return (
    <div ref={card} tabIndex={-1} className={styles['frame']}>
      {isUnfolded ? (
        <ShownPost post={post} />
      ) : (
        <p className={styles['unavailable']}>
          {t('linkPreview.muted')}
          <Button
            variant="quiet"
            size="s"
            aria-label={t('linkPreview.showMuted', { name: post.user.fullName })}
            onClick={show}
          >
            {t('linkPreview.show')}
          </Button>
        </p>
      )}
    </div>
  )
}

function ShownPost({ post }: { post: PostView }) {
  const { _id, user, content, createdAt, pictureCover } = post
  const picture = pictureCover ? undefined : post.pictures[0]
  return (
    <Link className={styles['card']} to={`/post/${_id}`}>
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
