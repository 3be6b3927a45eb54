import type { CommentView } from '@meadow/contracts/browser'
import { joinClassNames, Time } from '@meadow/ui'
import { rememberLoaded, useSession } from '@meadow/web'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FollowButton } from '../members/follow-button.tsx'
import { MemberAvatar, MemberLink } from '../members/member-link.tsx'
import { LazyMenu } from '../menus/lazy-menu.tsx'
import { FoldedText } from '../text/folded-text.tsx'
import { t } from '../texts.ts'
import styles from './comments.module.css'

const loadCommentMenu = rememberLoaded(async () => ({ default: (await import('./comment-menu.tsx')).CommentMenu }))

type CommentItemProps = {
  comment: CommentView
  /** The viewer has just added it: the page scrolls to it. */
  isAdded: boolean
}

export function CommentItem({ comment, isAdded }: CommentItemProps) {
  const { user } = comment
  const viewer = useSession().user
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isAdded) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isAdded])
  return (
    <li ref={ref} className={joinClassNames(styles['item'], isAdded && styles['added'])} tabIndex={-1}>
      <MemberAvatar member={user} size={38} />
      <div className={styles['comment-body']}>
        <div className={styles['byline']}>
          <MemberLink member={user} />
          <span className={styles['meta']}>
            <bdi className={styles['username']}>@{user.username}</bdi> · <Time at={comment.createdAt} />
          </span>
          <FollowButton member={user} />
        </div>
        <FoldedText text={comment.text} facets={comment.facets} className={styles['text']} />
      </div>
      {viewer && viewer._id !== user._id && (
        <div className={styles['menu']}>
          <LazyMenu label={t('comment.options')} icon={<Ellipsis />} load={loadCommentMenu} props={{ comment }} />
        </div>
      )}
    </li>
  )
}
