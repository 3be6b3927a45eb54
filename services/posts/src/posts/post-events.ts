import { type Actor, type DomainEvent, events, type PostSocketView, toPictureAddress } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { FIRST_REV, type NewPost, type PostPicture } from './post.ts'

/** The state of a post after a like or comment, as everybody may see it: the newest likers and the newest comments. */
export type ChangedPost = {
  authorId: string
  rev: number
  likes: string[]
  likesCount: number
  comments: readonly { _id: string; user: Actor; text: string; createdAt: Date }[]
  commentsCount: number
}

/** Converts the state of a post to the view that sockets show. */
export const toPostSocketView = ({ likes, likesCount, comments, commentsCount }: ChangedPost): PostSocketView => ({
  likes,
  likesCount,
  comments: comments.map(({ _id, user, text, createdAt }) => ({ _id, user, text, createdAt: createdAt.toISOString() })),
  commentsCount,
})

/** Creates the event of a new post. */
export const toPostCreatedEvent = (post: NewPost, picture: PostPicture | undefined): DomainEvent =>
  createEvent(events.postCreated, {
    source: 'posts',
    subject: post._id,
    id: post.eventId,
    time: post.createdAt,
    data: {
      author: post.author,
      excerpt: createExcerpt(post.content),
      image: picture ? toPictureAddress(picture) : '',
      createdAt: post.createdAt.toISOString(),
      rev: FIRST_REV,
    },
  })

/** The deletion of a post by a member, and the id of its event. */
export type PostDeletion = { postId: string; by: Actor; at: Date; eventId: string }

/** Creates the event of a deleted post; `lastRev` is the revision before the deletion. */
export const toPostDeletedEvent = ({ postId, by, at, eventId }: PostDeletion, lastRev: number): DomainEvent =>
  createEvent(events.postDeleted, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: { authorId: by._id, rev: lastRev + 1 },
  })

const MAX_EXCERPT_GRAPHEMES = 140
const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text after 140 graphemes. Counts graphemes, not code units, so that no emoji is cut in half. */
export function createExcerpt(text: string): string {
  let count = 0
  for (const { index } of graphemeSegmenter.segment(text)) {
    if (count === MAX_EXCERPT_GRAPHEMES) return text.slice(0, index)
    count += 1
  }
  return text
}
