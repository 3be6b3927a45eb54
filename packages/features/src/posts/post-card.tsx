import type { PostView } from '@meadow/contracts/browser'
import { Card, joinClassNames } from '@meadow/ui'
import { useWatchPost } from '@meadow/web'
import { type AriaAttributes, type HTMLAttributes, memo, type ReactNode } from 'react'
import { LinkPreview } from '../link-previews/link-preview.tsx'
import { KeepMountedContext, useVirtualizedItem } from '../lists/use-virtualized-item.ts'
import { MemberAvatar } from '../members/member-link.tsx'
import { LazyQuotedPost, LazySharedBy } from '../shares/lazy-shares.tsx'
import { FoldedText } from '../text/folded-text.tsx'
import { t } from '../texts.ts'
import styles from './post.module.css'
import { PostActions } from './post-actions.tsx'
import { PostHeader } from './post-header.tsx'
import { PostPictures } from './post-pictures.tsx'

type PostContentProps = {
  post: PostView
  onComment: () => void
  onDeleted?: (() => void) | undefined
  /** Post page: shows the complete text, and is never virtualized. */
  isDetail?: boolean
}

type PostCardProps = PostContentProps &
  Pick<AriaAttributes, 'aria-posinset' | 'aria-setsize'> &
  Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerMove' | 'onPointerLeave' | 'onFocusCapture' | 'onClick' | 'onAuxClick' | 'onKeyDown'
  > & {
    /** Rendered above the post. */
    top?: ReactNode
    /** Rendered below the post: comments and their form. */
    children?: ReactNode
  }

/** Post with all actions. In a list it is virtualized: far from the screen only an empty card of its height remains. */
export function PostCard({ post, onComment, onDeleted, isDetail = false, top, children, ...ariaProps }: PostCardProps) {
  const { isMounted, isNear, keepMounted, props } = useVirtualizedItem(post._id, isDetail)
  useWatchPost(isNear ? post._id : undefined)
  return (
    <Card
      as="article"
      className={styles['post']}
      aria-label={t('post.by', { name: post.user.fullName })}
      data-post={post._id}
      tabIndex={-1}
      {...ariaProps}
      {...props}
    >
      {isMounted && (
        <KeepMountedContext value={keepMounted}>
          {top}
          <LazySharedBy post={post} />
          <PostContent post={post} onComment={onComment} onDeleted={onDeleted} isDetail={isDetail} />
          {children}
        </KeepMountedContext>
      )}
    </Card>
  )
}

/** Memoized: focus and scrolling change only the card. */
const PostContent = memo(function PostContent({ post, onComment, onDeleted, isDetail = false }: PostContentProps) {
  return (
    <div className={styles['content']}>
      <MemberAvatar member={post.user} />
      <div className={styles['body']}>
        <PostHeader post={post} />
        <FoldedText
          text={post.content}
          facets={post.facets}
          lang={post.language}
          isWhole={isDetail}
          className={joinClassNames(styles['text'], isDetail && styles['large'])}
        />
        <PostPictures post={post} isDetail={isDetail} />
        {post.pictures.length === 0 && !post.video && (
          <LinkPreview facets={post.facets} preview={post.linkPreview} isRemoved={post.isLinkPreviewRemoved} />
        )}
        <LazyQuotedPost post={post} />
        <PostActions post={post} onComment={onComment} onDeleted={onDeleted} />
      </div>
    </div>
  )
})
