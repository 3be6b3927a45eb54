import type { PostView } from '@meadow/contracts'
import { useNavigate } from '@meadow/web'
import { memo } from 'react'
import { CommentForm } from '../comments/comment-form.tsx'
import { CommentPreview } from '../comments/comment-preview.tsx'
import { PostCard } from './post-card.tsx'

type FeedPostProps = {
  post: PostView
  /** Which one of the list it is, from 1, and of how many; -1 while that is not known. */
  position: number
  setSize: number
}

/** A post in a feed, with its first comment and the place for another; rendered anew only when it changes. */
export const FeedPost = memo(function FeedPost({ post, position: place, setSize: of }: FeedPostProps) {
  const navigate = useNavigate()
  return (
    <PostCard
      post={post}
      aria-posinset={place}
      aria-setsize={of}
      onComment={() => void navigate(`/post/${post._id}`, { state: { comment: true } })}
    >
      <CommentPreview post={post} />
      <CommentForm postId={post._id} />
    </PostCard>
  )
})
