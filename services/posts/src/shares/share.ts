import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { toMentionedIds } from '../mentions/read-text-facets.ts'
import { type ChangedPost, checkPostChange, type PostChangeContext, toPostSocketView } from '../posts/changed-post.ts'
import { createExcerpt, type NewPost, type PostPicture, toPostCreatedEvent } from '../posts/post.ts'

/**
 * A share to be stored. `postId` is the post that the member shares, or a share of it. A plain share has an empty `content`, a quote has a
 * text. `sharedEventId` is the id of `post.shared`.
 */
export type NewShare = NewPost & { postId: string; sharedEventId: string }

/** The removal of a plain share, and the id of its event. */
export type ShareRemoval = { postId: string; by: Actor; at: Date; eventId: string }

/** Shares of a post by one member so far. */
export type OwnShares = { plainShareId: string | undefined; hasQuotes: boolean }

type ShareContext = PostChangeContext & OwnShares & { isAuthorPrivate: boolean }

/** The post after a change of its shares, and the events to append. */
export type SharePlan = { post: ChangedPost; events: DomainEvent[] }

/**
 * Plans the share of `post`, which is undefined if it does not exist. Returns undefined if nothing changes: the member repeats a plain
 * share. A member counts once, however often they share a post. `pictures` are those of the share, which only a quote has.
 * @throws forbidden if the account is not active; post_not_found; not_shareable if the author's account is private, even when the author
 * shares their own post
 */
export function planShare(
  post: ChangedPost | undefined,
  originalId: string,
  share: NewShare,
  pictures: readonly PostPicture[],
  { isAuthorPrivate, plainShareId, hasQuotes, ...context }: ShareContext,
): SharePlan | undefined {
  const checked = checkPostChange(post, context)
  if ('error' in checked) throw checked.error
  if (isAuthorPrivate) throw new DomainError('not_shareable')
  const isQuote = share.content !== ''
  if (!isQuote && plainShareId) return undefined
  const isFirst = !plainShareId && !hasQuotes
  const changed = changeSharesCount(checked.post, isFirst ? 1 : 0)
  return {
    post: changed,
    events: [
      ...(isQuote ? [toPostCreatedEvent(share, pictures[0])] : []),
      toPostSharedEvent(share, originalId, changed),
    ],
  }
}

/** Plans that a share is no longer there. `hasOtherShares`: the member shares the post in another way, and stays counted. */
export function planShareRemoval(
  post: ChangedPost,
  shareId: string,
  { postId, by, at, eventId }: ShareRemoval,
  hasOtherShares: boolean,
): SharePlan {
  const changed = changeSharesCount(post, hasOtherShares ? 0 : -1)
  const event = createEvent(events.postUnshared, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: { authorId: changed.authorId, actor: by, view: toPostSocketView(changed), rev: changed.rev, shareId },
  })
  return { post: changed, events: [event] }
}

const changeSharesCount = (post: ChangedPost, difference: number): ChangedPost => ({
  ...post,
  rev: post.rev + 1,
  sharesCount: Math.max(0, post.sharesCount + difference),
})

const toPostSharedEvent = (
  { _id: shareId, author, content, facets, createdAt, sharedEventId }: NewShare,
  originalId: string,
  post: ChangedPost,
): DomainEvent =>
  createEvent(events.postShared, {
    source: 'posts',
    subject: originalId,
    id: sharedEventId,
    time: createdAt,
    data: {
      authorId: post.authorId,
      actor: author,
      view: toPostSocketView(post),
      rev: post.rev,
      shareId,
      excerpt: createExcerpt(content),
      ...toMentionedIds(facets),
    },
  })
