import type { CommentView, PostView } from '@meadow/contracts/browser'
import { abbreviateCount, Button, joinClassNames, Time } from '@meadow/ui'
import { describeOutboxRefusal, Link, rememberLoaded, useOutbox, useSession } from '@meadow/web'
import { Ellipsis, Heart } from 'lucide-react'
import { type MouseEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { KeepMountedContext, useKeepMounted, useVirtualizedItem } from '../lists/use-virtualized-item.ts'
import { FollowButton } from '../members/follow-button.tsx'
import { MemberAvatar, MemberLink } from '../members/member-link.tsx'
import { LazyMenu } from '../menus/lazy-menu.tsx'
import { FoldedText } from '../text/folded-text.tsx'
import { t as commonText } from '../texts.ts'
import { useWaitingEntries } from '../waiting/use-waiting-entries.ts'
import { WaitingNote } from '../waiting/waiting-note.tsx'
import { editCommentAction, likeCommentAction } from './changed-comment-actions.ts'
import styles from './comments.module.css'
import { EditCommentForm } from './edit-comment-form.tsx'
import { t } from './texts.ts'
import threadStyles from './threads.module.css'

const loadCommentMenu = rememberLoaded(async () => ({ default: (await import('./comment-menu.tsx')).CommentMenu }))

export type CommentItemProps = {
  post: PostView
  comment: CommentView
  /** The viewer has just added it, or a link names it: the page scrolls to it and marks it. */
  mark?: 'added' | 'linked' | undefined
  /** Opens the form of a reply to it. */
  onReply: () => void
  /** Rendered below it: its replies. */
  children?: ReactNode
}

/** Comment or reply with its actions. Far from the screen only an empty element of its height remains, with its replies. */
export function CommentItem({ children, ...itemProps }: CommentItemProps) {
  const { comment, mark } = itemProps
  const { isMounted, keepMounted, props } = useVirtualizedItem(comment._id, false)
  const element = useRef<HTMLLIElement>(null)
  useScrollToMarked(element, mark)
  const observe = props.ref
  const ref = useCallback(
    (node: HTMLLIElement | null) => {
      element.current = node
      return observe(node)
    },
    [observe],
  )
  return (
    <li {...props} ref={ref} className={threadStyles['thread']} tabIndex={-1} data-comment-id={comment._id}>
      {isMounted && (
        <KeepMountedContext value={keepMounted}>
          <CommentContent {...itemProps} />
          {children}
        </KeepMountedContext>
      )}
    </li>
  )
}

/** The content of a comment. One with a word that the viewer mutes is folded: its text is shown on request. */
function CommentContent({ post, comment, mark, onReply }: CommentItemProps) {
  const { user } = comment
  const viewer = useSession().user
  const [isEditing, setIsEditing] = useState(false)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isFolded = comment.isMuted === true && !isUnfolded
  useKeepMounted(isEditing || isUnfolded)
  const link = `/post/${post._id}?comment=${comment._id}`
  return (
    <div
      className={joinClassNames(styles['item'], mark && threadStyles[mark])}
      aria-current={mark === 'linked' || undefined}
    >
      <MemberAvatar member={user} size={comment.parentId ? 30 : 38} />
      <div className={styles['comment-body']}>
        <div className={threadStyles['byline']}>
          <MemberLink member={user} />
          <span className={threadStyles['meta']}>
            <bdi className={threadStyles['username']}>@{user.username}</bdi> ·{' '}
            <Link to={link} className={threadStyles['time']}>
              <Time at={comment.createdAt} />
            </Link>
            {comment.editedAt && <span className={threadStyles['edited']}>{t('comments.edited')}</span>}
          </span>
          <FollowButton member={user} />
        </div>
        {comment.replyTo && (
          <p className={threadStyles['reply-to']}>
            {t('comments.inReplyTo')}{' '}
            <Link to={`/profile/${comment.replyTo.username}`}>@{comment.replyTo.username}</Link>
          </p>
        )}
        {isFolded ? (
          <MutedNote name={user.fullName} onShow={() => setIsUnfolded(true)} />
        ) : isEditing ? (
          <EditCommentForm postId={post._id} comment={comment} onClose={() => setIsEditing(false)} />
        ) : (
          <FoldedText text={comment.text} facets={comment.facets} className={styles['text']} />
        )}
        <WaitingEdit commentId={comment._id} />
        {viewer && !isEditing && !isFolded && <CommentActions post={post} comment={comment} onReply={onReply} />}
      </div>
      {viewer && (
        <div className={threadStyles['menu']}>
          <LazyMenu
            label={commonText('comment.options')}
            icon={<Ellipsis />}
            load={loadCommentMenu}
            props={{ post, comment, onEdit: () => setIsEditing(true) }}
          />
        </div>
      )}
    </div>
  )
}

/** Stands in the place of the text of a muted comment. The comment takes the focus from the button, which goes when the text is shown. */
function MutedNote({ name, onShow }: { name: string; onShow: () => void }) {
  const show = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.closest('li')?.focus({ preventScroll: true })
    onShow()
  }
  return (
    <p className={threadStyles['muted']}>
      {t('comments.muted')}
      <Button variant="quiet" size="s" aria-label={t('comments.showMuted', { name })} onClick={show}>
        {t('comments.show')}
      </Button>
    </p>
  )
}

/** Scrolls to an element when it is marked. One that a link names also takes the focus. */
function useScrollToMarked(element: RefObject<HTMLElement | null>, mark: CommentItemProps['mark']): void {
  useEffect(() => {
    if (mark === 'added') element.current?.scrollIntoView({ block: 'nearest' })
    if (mark !== 'linked') return
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'center' })
  }, [mark, element])
}

function CommentActions({ post, comment, onReply }: Pick<CommentItemProps, 'post' | 'comment' | 'onReply'>) {
  const outbox = useOutbox()
  const { viewerLiked = false, likesCount = 0, user } = comment
  const shown = abbreviateCount(likesCount)
  const like = () =>
    void outbox.add(likeCommentAction, { postId: post._id, commentId: comment._id, isLiked: !viewerLiked })
  return (
    <div className={threadStyles['comment-actions']}>
      <span className={joinClassNames(threadStyles['like'], viewerLiked && threadStyles['liked'])}>
        <button type="button" aria-label={t('comments.like')} aria-pressed={viewerLiked} onClick={like}>
          <Heart aria-hidden="true" />
        </button>
        {likesCount > 0 && <span aria-hidden="true">{shown}</span>}
      </span>
      {likesCount > 0 && <span className="visually-hidden">{t('comments.likes', { count: likesCount, shown })}</span>}
      {post.viewerMayComment !== false && (
        <button type="button" aria-label={t('comments.replyTo', { name: user.fullName })} onClick={onReply}>
          {t('comments.reply')}
        </button>
      )}
    </div>
  )
}

/** Says that an edit of the comment waits, or why it was refused, with what was written. */
function WaitingEdit({ commentId }: { commentId: string }) {
  const entries = useWaitingEntries(editCommentAction).filter(({ data }) => data.comment._id === commentId)
  return entries.map((entry) => (
    <div key={entry.id}>
      {entry.refusal && <FoldedText text={entry.data.text} className={styles['text']} />}
      <WaitingNote entry={entry} refusalText={describeOutboxRefusal(entry)} />
    </div>
  ))
}
