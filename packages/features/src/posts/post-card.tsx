import type { PostView } from '@meadow/contracts'
import { Card } from '@meadow/ui'
import { useWatchPost } from '@meadow/web'
import type { AriaAttributes, ReactNode } from 'react'
import { KeepMountedContext } from '../lists/use-keep-mounted.ts'
import { useVirtualizedItem } from '../lists/use-virtualized-item.ts'
import { t } from '../texts.ts'
import styles from './post.module.css'
import { PostActions } from './post-actions.tsx'
import { PostHeader } from './post-header.tsx'
import { PostPicture } from './post-picture.tsx'
import { PostText } from './post-text.tsx'

type PostCardProps = Pick<AriaAttributes, 'aria-posinset' | 'aria-setsize'> & {
  post: PostView
  onComment: () => void
  onDeleted?: () => void
  /** On its own page: all of its text and picture. */
  isDetail?: boolean
  /** A bar above it. */
  top?: ReactNode
  /** Comments and their form. */
  children?: ReactNode
}

/** A post with everything one can do with it. In a list, one that is far from the screen is only a place of its height. */
export function PostCard({
  post,
  onComment,
  onDeleted,
  isDetail: whole = false,
  top,
  children,
  ...place
}: PostCardProps) {
  const { isWhole, isNear, stay, props } = useVirtualizedItem(post._id, whole)
  useWatchPost(isNear ? post._id : undefined)
  return (
    <Card
      as="article"
      className={styles['post']}
      aria-label={t('post.by', { name: post.user.fullName })}
      data-post={post._id}
      tabIndex={-1}
      {...place}
      {...props}
    >
      {isWhole && (
        <KeepMountedContext value={stay}>
          {top}
          <div className={styles['inside']}>
            <PostHeader post={post} onDeleted={onDeleted} />
            <PostText text={post.content} whole={whole} />
            {post.media && <PostPicture media={post.media} whole={whole} />}
            <PostActions post={post} onComment={onComment} />
          </div>
          {children}
        </KeepMountedContext>
      )}
    </Card>
  )
}
