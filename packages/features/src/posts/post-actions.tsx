import type { PostView } from '@meadow/contracts/browser'
import { abbreviateCount, joinClassNames } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { Heart, MessageCircle } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react'
import { loadCommentForm } from '../comments/lazy-comment-form.tsx'
import { LazyPostMembersDialog } from '../post-members/lazy-post-members-dialog.tsx'
import { LazyShareMenu } from '../shares/lazy-shares.tsx'
import { t } from '../texts.ts'
import { LazyPostMenu } from './lazy-post-menu.tsx'
import styles from './post.module.css'
import { useLikePost } from './use-like-post.ts'

type PostActionsProps = { post: PostView; onComment: () => void; onDeleted?: (() => void) | undefined }

/** Row of actions of a post with their counts: Comment, Share, Like and the menu. */
export function PostActions({ post, onComment, onDeleted }: PostActionsProps) {
  const like = useLikePost(post._id)
  const [wasPressed, setWasPressed] = useState(false) // a post that was liked before does not move
  const { user } = useSession()
  const [isShowingLikes, setIsShowingLikes] = useState(false)
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
      <ShareAction post={post} />
      <Action
        label={t('post.like')}
        icon={<Heart aria-hidden="true" />}
        count={{ value: post.likesCount, key: 'post.likes', onOpen: user ? () => setIsShowingLikes(true) : undefined }}
        data-like
        aria-pressed={post.viewerLiked}
        className={joinClassNames(post.viewerLiked && styles['liked'], wasPressed && styles['pressed'])}
        onClick={() => {
          setWasPressed(true)
          like(!post.viewerLiked)
        }}
      />
      <LazyPostMenu post={post} onDeleted={onDeleted} />
      <LazyPostMembersDialog
        postId={post._id}
        list="likes"
        count={post.likesCount}
        isOpen={isShowingLikes}
        onClose={() => setIsShowingLikes(false)}
      />
    </div>
  )
}

/** Button that opens the menu of shares, and how many members share the post. */
function ShareAction({ post }: { post: PostView }) {
  const { sharesCount = 0 } = post
  const shown = abbreviateCount(sharesCount)
  return (
    <div className={styles['cell']}>
      <span className={joinClassNames(styles['action'], styles['share'], post.viewerShared && styles['shared'])}>
        <LazyShareMenu post={post} />
        {sharesCount > 0 && <span aria-hidden="true">{shown}</span>}
      </span>
      <span className="visually-hidden">{t('post.shares', { count: sharesCount, shown })}</span>
    </div>
  )
}

type ActionProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  icon: ReactNode
  /** `onOpen` shows who is counted. */
  count?: { value: number; key: 'post.comments' | 'post.likes'; onOpen?: (() => void) | undefined }
}

/**
 * Button with an icon and, above zero, a count, which can be pressed too, or is a button itself if it opens something. Screen readers
 * hear the count after the button.
 */
function Action({ label, icon, count, ...rest }: ActionProps) {
  const text = count && abbreviateCount(count.value)
  const shown = count && count.value > 0 && <span aria-hidden="true">{text}</span>
  const words = count && text && (
    <span className="visually-hidden">{t(count.key, { count: count.value, shown: text })}</span>
  )
  const isButton = shown && count.onOpen
  return (
    <div className={styles['cell']}>
      <span className={styles['action']}>
        <button type="button" aria-label={label} {...rest}>
          {icon}
        </button>
        {isButton ? (
          <button type="button" className={styles['count']} aria-haspopup="dialog" onClick={count.onOpen}>
            {shown}
            {words}
          </button>
        ) : (
          shown
        )}
      </span>
      {!isButton && words}
    </div>
  )
}
