import type { PostView } from '@meadow/contracts/browser'
import { abbreviateCount, joinClassNames } from '@meadow/ui'
import { Heart, MessageCircle, Share2 } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react'
import { loadCommentForm } from '../comments/lazy-comment-form.tsx'
import { t } from '../texts.ts'
import { LazyPostMenu } from './lazy-post-menu.tsx'
import styles from './post.module.css'
import { useLikePost } from './use-like-post.ts'
import { useSharePost } from './use-share-post.ts'

type PostActionsProps = { post: PostView; onComment: () => void; onDeleted?: (() => void) | undefined }

/** Row of actions of a post with their counts: Comment, Share, Like and the menu. */
export function PostActions({ post, onComment, onDeleted }: PostActionsProps) {
  const like = useLikePost(post._id)
  const [wasPressed, setWasPressed] = useState(false) // a post that was liked before does not move
  const { share } = useSharePost(post)
  return (
    <div className={styles['actions']}>
      <Action
        label={t('post.comment')}
        icon={<MessageCircle aria-hidden="true" />}
        count={{ value: post.commentsCount, key: 'post.comments' }}
        data-comment
        aria-description={post.viewerMayComment === false ? t('post.commentsRestricted') : undefined}
        onPointerDown={() => void loadCommentForm().catch(() => undefined)}
        onClick={onComment}
      />
      <Action label={t('post.share')} icon={<Share2 aria-hidden="true" />} onClick={() => void share()} />
      <Action
        label={t('post.like')}
        icon={<Heart aria-hidden="true" />}
        count={{ value: post.likesCount, key: 'post.likes' }}
        data-like
        aria-pressed={post.viewerLiked}
        className={joinClassNames(post.viewerLiked && styles['liked'], wasPressed && styles['pressed'])}
        onClick={() => {
          setWasPressed(true)
          like(!post.viewerLiked)
        }}
      />
      <LazyPostMenu post={post} onDeleted={onDeleted} />
    </div>
  )
}

type ActionProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  icon: ReactNode
  count?: { value: number; key: 'post.comments' | 'post.likes' }
}

/** Button with an icon and, above zero, a count, which can be pressed too. Screen readers hear the count after the button. */
function Action({ label, icon, count, ...rest }: ActionProps) {
  const text = count && abbreviateCount(count.value)
  return (
    <div className={styles['cell']}>
      <span className={styles['action']}>
        <button type="button" aria-label={label} {...rest}>
          {icon}
        </button>
        {count && count.value > 0 && <span aria-hidden="true">{text}</span>}
      </span>
      {count && text && <span className="visually-hidden">{t(count.key, { count: count.value, shown: text })}</span>}
    </div>
  )
}
