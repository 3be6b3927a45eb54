import type { PostView } from '@meadow/contracts/browser'
import { abbreviateCount, joinClassNames } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { Heart, MessageCircle } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react'
import { loadCommentForm } from '../comments/lazy-comment-form.tsx'
import { LazyPostMembersDialog } from '../post-members/lazy-post-members-dialog.tsx'
import type { PostMembersList } from '../post-members/use-post-members.ts'
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
  const [list, setList] = useState<PostMembersList>('likes')
  const [isShowingList, setIsShowingList] = useState(false)
  const { sharesCount = 0 } = post
  const toOpen = (opened: PostMembersList) =>
    user
      ? () => {
          setList(opened)
          setIsShowingList(true)
        }
      : undefined
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
      <ActionCell
        count={{ value: sharesCount, key: 'post.shares', onOpen: toOpen('shares') }}
        className={joinClassNames(styles['share'], post.viewerShared && styles['shared'])}
      >
        <LazyShareMenu post={post} />
      </ActionCell>
      <Action
        label={t('post.like')}
        icon={<Heart aria-hidden="true" />}
        count={{ value: post.likesCount, key: 'post.likes', onOpen: toOpen('likes') }}
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
        list={list}
        count={list === 'likes' ? post.likesCount : sharesCount}
        isOpen={isShowingList}
        onClose={() => setIsShowingList(false)}
      />
    </div>
  )
}

/** A number of an action. `onOpen` shows who is counted. */
type ActionCount = {
  value: number
  key: 'post.comments' | 'post.shares' | 'post.likes'
  onOpen?: (() => void) | undefined
}

type ActionProps = ButtonHTMLAttributes<HTMLButtonElement> & { label: string; icon: ReactNode; count: ActionCount }

/** Button with an icon and a count, which can be pressed too unless it is a button itself. */
const Action = ({ label, icon, count, ...rest }: ActionProps) => (
  <ActionCell count={count}>
    <button type="button" aria-label={label} {...rest}>
      {icon}
    </button>
  </ActionCell>
)

type ActionCellProps = { count: ActionCount; className?: string | undefined; children: ReactNode }

/**
 * Place of an action with, above zero, its count, which is a button if it opens something. Screen readers hear the count after the
 * action.
 */
function ActionCell({ count: { value, key, onOpen }, className, children }: ActionCellProps) {
  const text = abbreviateCount(value)
  const shown = value > 0 && <span aria-hidden="true">{text}</span>
  const words = <span className="visually-hidden">{t(key, { count: value, shown: text })}</span>
  const isButton = shown && onOpen
  return (
    <div className={styles['cell']}>
      <span className={joinClassNames(styles['action'], className)}>
        {children}
        {isButton ? (
          <button type="button" className={styles['count']} aria-haspopup="dialog" onClick={onOpen}>
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
