import type { PostView } from '@meadow/contracts/browser'
import { abbreviateCount, joinClassNames } from '@meadow/ui'
import { Link } from '@meadow/web'
import { Heart, MessageCircle, Share2 } from 'lucide-react'
import { t } from '../texts.ts'
import styles from './post.module.css'
import { useLikePost } from './use-like-post.ts'
import { useSharePost } from './use-share-post.ts'

/** Counts of a post with the Like, Comment and Share buttons. */
export function PostActions({ post, onComment }: { post: PostView; onComment: () => void }) {
  const like = useLikePost(post._id)
  const { share } = useSharePost(post)
  return (
    <>
      <div className={styles['counts']}>
        <span>{t('post.likes', { count: abbreviateCount(post.likesCount) })}</span>
        <Link to={`/post/${post._id}`}>{t('post.comments', { count: abbreviateCount(post.commentsCount) })}</Link>
      </div>
      <div className={styles['actions']}>
        <button
          type="button"
          data-like
          aria-pressed={post.viewerLiked}
          className={joinClassNames(post.viewerLiked && styles['liked'])}
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
