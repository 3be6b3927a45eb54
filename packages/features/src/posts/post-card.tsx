import type { PostView } from '@meadow/contracts'
import { Card } from '@meadow/ui'
import { useNear, useWatch } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import styles from './post.module.css'
import { PostActions } from './post-actions.tsx'
import { PostHeader } from './post-header.tsx'
import { PostPicture } from './post-picture.tsx'
import { PostText } from './post-text.tsx'

type PostCardProps = {
  post: PostView
  onComment: () => void
  onDeleted?: () => void
  /** On its own page: all of its text and picture. */
  whole?: boolean
  /** A bar above it. */
  top?: ReactNode
  /** Comments and their form. */
  children?: ReactNode
}

/** A post with everything one can do with it. */
export function PostCard({ post, onComment, onDeleted, whole = false, top, children }: PostCardProps) {
  const [ref, isNear] = useNear()
  useWatch(isNear ? post._id : undefined)
  return (
    <Card
      as="article"
      className={styles['post']}
      aria-label={t('post.by', { name: post.user.fullName })}
      data-post={post._id}
      tabIndex={-1}
    >
      {top}
      <div className={styles['inside']} ref={ref}>
        <PostHeader post={post} onDeleted={onDeleted} />
        <PostText text={post.content} whole={whole} />
        {post.media && <PostPicture media={post.media} whole={whole} />}
        <PostActions post={post} onComment={onComment} />
      </div>
      {children}
    </Card>
  )
}
