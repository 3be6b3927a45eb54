import type { PostView } from '@meadow/contracts'
import { useNavigate } from '@meadow/web'
import { memo } from 'react'
import { CommentForm } from '../comments/comment-form.tsx'
import { CommentPreview } from '../comments/comment-preview.tsx'
import { PostCard } from './post-card.tsx'

type FeedPostProps = {
  post: PostView
  /** Position in the list, from 1, and the number of posts; -1 while more pages exist. */
  position: number
  setSize: number
}

/** Post card in a feed, with a comment preview and a comment form. Memoized. */
export const FeedPost = memo(function FeedPost({ post, position, setSize }: FeedPostProps) {
  const navigate = useNavigate()
  return (
    <PostCard
      post={post}
      aria-posinset={position}
      aria-setsize={setSize}
      onComment={() => void navigate(`/post/${post._id}`, { state: { comment: true } })}
    >
      <CommentPreview post={post} />
      <CommentForm postId={post._id} />
    </PostCard>
  )
})
