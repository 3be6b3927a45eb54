import type { PostView } from '@meadow/contracts'
import { useNavigate } from '@meadow/web'
import { CommentForm } from '../comments/comment-form.tsx'
import { CommentPreview } from '../comments/comment-preview.tsx'
import { PostCard } from './post-card.tsx'

/** A post in a feed, with its first comment and the place for another. */
export function FeedPost({ post }: { post: PostView }) {
  const navigate = useNavigate()
  return (
    <PostCard post={post} onComment={() => void navigate(`/post/${post._id}`, { state: { comment: true } })}>
      <CommentPreview post={post} />
      <CommentForm postId={post._id} />
    </PostCard>
  )
}
