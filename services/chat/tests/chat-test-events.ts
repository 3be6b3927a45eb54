import { randomUUID } from 'node:crypto'
import { type EventDefinition, type EventOf, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import type { TestMember } from '@meadow/testing'

export const createPostId = () => newId(new Date())

const toEnvelope = ({ producers: [source = 'operator'] }: EventDefinition, subject: string, time = new Date()) => ({
  source,
  subject,
  time,
  id: newId(new Date()),
})
const toActor = (member: TestMember) => ({ ...member, profileVersion: 1 })

type Comment = { by: TestMember; text: string }
type PostChange = { rev: number; likes?: string[]; comments?: Comment[]; time?: Date }

const toView = ({ likes = [], comments = [] }: Pick<PostChange, 'likes' | 'comments'>) => ({
  likes,
  likesCount: likes.length,
  commentsCount: comments.length,
  comments: comments.map(({ by, text }) => ({
    _id: randomUUID(),
    user: toActor(by),
    text,
    createdAt: new Date().toISOString(),
  })),
})

/** Creates events of other services, with contents that the pushes show. */
export const testEvents = {
  postLiked: (
    postId: string,
    author: TestMember,
    actor: TestMember,
    { rev, likes = [], comments = [], time }: PostChange,
  ) =>
    createEvent(events.postLiked, {
      ...toEnvelope(events.postLiked, postId, time),
      data: {
        authorId: author._id,
        actor: toActor(actor),
        rev,
        view: toView({ likes, comments }),
      },
    }),
  postCreated: (postId: string, author: TestMember) =>
    createEvent(events.postCreated, {
      ...toEnvelope(events.postCreated, postId),
      data: { author: toActor(author), excerpt: '', image: '', createdAt: new Date().toISOString(), rev: 1 },
    }),
  postHidden: (postId: string, author: TestMember) =>
    createEvent(events.postHidden, {
      ...toEnvelope(events.postHidden, postId),
      data: { authorId: author._id, rev: 2 },
    }),
  commentHidden: (postId: string, author: TestMember, { rev, likes = [], comments = [], time }: PostChange) =>
    createEvent(events.postCommentHidden, {
      ...toEnvelope(events.postCommentHidden, postId, time),
      data: { authorId: author._id, rev, commentId: randomUUID(), view: toView({ likes, comments }) },
    }),
  postDeleted: (postId: string, author: TestMember) =>
    createEvent(events.postDeleted, {
      ...toEnvelope(events.postDeleted, postId),
      data: { authorId: author._id, rev: 1_000 },
    }),
  followChanged: (
    kind: 'memberFollowed' | 'memberUnfollowed',
    from: TestMember,
    to: TestMember,
    followerCount: number,
  ) =>
    createEvent(events[kind], {
      ...toEnvelope(events[kind], from._id),
      data: { from: toActor(from), to: toActor(to), version: 1, followerCount, followingCount: 1 },
    }),
  emailVerified: (member: TestMember): EventOf<typeof events.memberEmailVerified> =>
    createEvent(events.memberEmailVerified, {
      ...toEnvelope(events.memberEmailVerified, member._id),
      data: { verifiedAt: new Date().toISOString() },
    }),
  notificationCreated: (
    to: TestMember,
    from: TestMember,
    unread: number,
  ): EventOf<typeof events.notificationCreated> => {
    const user = { ...from, isVerified: false, isFollowing: false }
    const at = new Date().toISOString()
    return createEvent(events.notificationCreated, {
      ...toEnvelope(events.notificationCreated, to._id),
      data: {
        unread,
        notification: {
          _id: randomUUID(),
          type: 'follow',
          from: user,
          actors: [user],
          actorCount: 1,
          text: 'follows you',
          isRead: false,
          createdAt: at,
          updatedAt: at,
          post: null,
          commentId: null,
        },
      },
    })
  },
  notificationRead: (member: TestMember, ids: string[], unread: number) =>
    createEvent(events.notificationRead, {
      ...toEnvelope(events.notificationRead, member._id),
      data: { read: { ids }, unread },
    }),
  notificationSeen: (member: TestMember, counts: { unread: number; unseen: number }) =>
    createEvent(events.notificationSeen, {
      ...toEnvelope(events.notificationSeen, member._id),
      data: { before: new Date().toISOString(), ...counts },
    }),
  notificationRemoved: (member: TestMember, unread: number) =>
    createEvent(events.notificationRemoved, {
      ...toEnvelope(events.notificationRemoved, member._id),
      data: { ids: [randomUUID()], unread },
    }),
}
