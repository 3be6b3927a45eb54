import type { PostView } from '@meadow/contracts'
import { abbreviate, cx } from '@meadow/ui'
import { Link } from '@meadow/web'
import { Heart, MessageCircle, Share2 } from 'lucide-react'
import { t } from '../texts.ts'
import styles from './post.module.css'
import { useLike } from './use-like.ts'
import { useShare } from './use-share.ts'

/** The counts of a post, and Like, Comment, Share below them. */
export function PostActions({ post, onComment }: { post: PostView; onComment: () => void }) {
  const like = useLike(post._id)
  const { share } = useShare(post)
  return (
    <>
      <div className={styles['counts']}>
        <span>{t('post.likes', { count: abbreviate(post.likesCount) })}</span>
        <Link to={`/post/${post._id}`}>{t('post.comments', { count: abbreviate(post.commentsCount) })}</Link>
      </div>
      <div className={styles['actions']}>
        <button
          type="button"
          data-like
          aria-pressed={post.viewerLiked}
          className={cx(post.viewerLiked && styles['liked'])}
          onClick={() => like.mutate(!post.viewerLiked)}
        >
          <Heart aria-hidden="true" />
          {t('post.like')}
        </button>
        <button type="button" onClick={onComment}>
          <MessageCircle aria-hidden="true" />
          {t('post.comment')}
        </button>
        <button type="button" onClick={() => void share()}>
          <Share2 aria-hidden="true" />
          {t('post.share')}
        </button>
      </div>
    </>
  )
}
