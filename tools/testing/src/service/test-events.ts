import { type DomainEvent, type EventDefinition, type EventOf, events, type PrivacyException } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { NO_PRIVACY_EXCEPTION } from '@meadow/members'
import { newId } from '@meadow/service'
import type { TestMember } from '../test-members.ts'

const EMPTY_VIEW = { likes: [], comments: [], likesCount: 0, commentsCount: 0 }

const toMentionedIds = (mentioned: readonly TestMember[]) =>
  mentioned.length > 0 ? { mentionedIds: mentioned.map(({ _id }) => _id) } : {}

type ReplyOptions = { parentId: string; excerpt?: string; mentioned?: readonly TestMember[] }

const toActor = (member: TestMember) => ({ ...member, profileVersion: 0 })

/** Creates the events that other services publish. `now` gives their times; versions and revisions go up by one. */
export function createTestEvents(now: () => Date) {
  let version = 0
  const envelope = ({ producers: [source = 'operator'] }: EventDefinition, subject: string) => {
    const time = now()
    return { source, subject, time, id: newId(time) }
  }

  /** Creates the events about one post. Each call is a new event with a higher revision. */
  function post(author: TestMember, content = 'A post', image = '', mentioned: readonly TestMember[] = []) {
    const postId = newId(now())
    let rev = 1
    const interactionOf = (actor: TestMember) => {
      rev += 1
      return { authorId: author._id, actor: toActor(actor), view: EMPTY_VIEW, rev }
    }
    const createModerationEvent = (type: 'postHidden' | 'postShown') => (): DomainEvent =>
      createEvent(events[type], { ...envelope(events[type], postId), data: { authorId: author._id, rev: rev + 1 } })
    const createCommentLike =
      (type: 'commentLiked' | 'commentUnliked') =>
      (by: TestMember, commentAuthor: TestMember, commentId: string): DomainEvent => {
        rev += 1
        return createEvent(events[type], {
          ...envelope(events[type], postId),
          data: {
            authorId: author._id,
            commentId,
            commentAuthorId: commentAuthor._id,
            actor: toActor(by),
            likesCount: 0,
            rev,
          },
        })
      }
    return {
      _id: postId,
      created: createEvent(events.postCreated, {
        ...envelope(events.postCreated, postId),
        data: {
          author: toActor(author),
          excerpt: content,
          image,
          createdAt: now().toISOString(),
          rev,
          ...toMentionedIds(mentioned),
        },
      }),
      liked: (by: TestMember): DomainEvent =>
        createEvent(events.postLiked, { ...envelope(events.postLiked, postId), data: interactionOf(by) }),
      unliked: (by: TestMember): DomainEvent =>
        createEvent(events.postUnliked, { ...envelope(events.postUnliked, postId), data: interactionOf(by) }),
      shared: (by: TestMember, excerpt = '', mentioned: readonly TestMember[] = []): DomainEvent =>
        createEvent(events.postShared, {
          ...envelope(events.postShared, postId),
          data: { ...interactionOf(by), shareId: newId(now()), excerpt, ...toMentionedIds(mentioned) },
        }),
      unshared: (by: TestMember): DomainEvent =>
        createEvent(events.postUnshared, {
          ...envelope(events.postUnshared, postId),
          data: { ...interactionOf(by), shareId: newId(now()) },
        }),
      commented: (by: TestMember, excerpt = 'Lovely!', mentioned: readonly TestMember[] = []): DomainEvent =>
        createEvent(events.postCommented, {
          ...envelope(events.postCommented, postId),
          data: { ...interactionOf(by), commentId: newId(now()), excerpt, ...toMentionedIds(mentioned) },
        }),
      /** A reply to a comment of `to`, in the conversation below the comment `parentId`. */
      replied: (
        by: TestMember,
        to: TestMember,
        { parentId, excerpt = 'Me too!', mentioned = [] }: ReplyOptions,
      ): EventOf<typeof events.postCommented> =>
        createEvent(events.postCommented, {
          ...envelope(events.postCommented, postId),
          data: {
            ...interactionOf(by),
            commentId: newId(now()),
            excerpt,
            parentId,
            repliedToId: to._id,
            ...toMentionedIds(mentioned),
          },
        }),
      commentLiked: createCommentLike('commentLiked'),
      commentUnliked: createCommentLike('commentUnliked'),
      commentDeleted: (by: TestMember, commentId: string): DomainEvent =>
        createEvent(events.commentDeleted, {
          ...envelope(events.commentDeleted, postId),
          data: { authorId: author._id, view: EMPTY_VIEW, rev: rev + 1, commentId, commentAuthorId: by._id },
        }),
      edited: (
        by: TestMember,
        {
          excerpt = 'Another text',
          participants = [],
          mentioned = [],
        }: {
          excerpt?: string
          participants?: readonly TestMember[]
          mentioned?: readonly TestMember[]
        } = {},
      ): DomainEvent =>
        createEvent(events.postEdited, {
          ...envelope(events.postEdited, postId),
          data: {
            ...interactionOf(by),
            view: { ...EMPTY_VIEW, content: excerpt, editedAt: now().toISOString() },
            excerpt,
            participantIds: participants.map(({ _id }) => _id),
            ...toMentionedIds(mentioned),
          },
        }),
      commentHidden: (commentId: string): DomainEvent =>
        createEvent(events.postCommentHidden, {
          ...envelope(events.postCommentHidden, postId),
          data: { authorId: author._id, view: EMPTY_VIEW, rev: rev + 1, commentId },
        }),
      hidden: createModerationEvent('postHidden'),
      shown: createModerationEvent('postShown'),
      deleted: (): DomainEvent =>
        createEvent(events.postDeleted, {
          ...envelope(events.postDeleted, postId),
          data: { authorId: author._id, rev: rev + 1 },
        }),
    }
  }

  const edgeData = (from: TestMember, to: TestMember) => {
    version += 1
    return { from: toActor(from), to: toActor(to), version }
  }
  const createFollowEvent = (type: 'memberFollowed' | 'memberUnfollowed') => (from: TestMember, to: TestMember) =>
    createEvent(events[type], {
      ...envelope(events[type], from._id),
      data: { ...edgeData(from, to), followerCount: 0, followingCount: 0 },
    })
  const createBlockEvent = (type: 'memberBlocked' | 'memberUnblocked') => (from: TestMember, to: TestMember) =>
    createEvent(events[type], { ...envelope(events[type], from._id), data: edgeData(from, to) })
  const createRequestEvent =
    (type: 'memberFollowRequested' | 'memberFollowDeclined') => (from: TestMember, to: TestMember) =>
      createEvent(events[type], { ...envelope(events[type], from._id), data: edgeData(from, to) })
  const createAccountEvent =
    (type: 'memberDeactivated' | 'memberReactivated' | 'memberErased') =>
    ({ _id }: TestMember, accountVersion = ++version + 1) =>
      createEvent(events[type], { ...envelope(events[type], _id), data: { accountVersion } })

  return {
    /** Creates the fields that every event of this definition has. Its source is the first producer. */
    envelope,
    /** Repeats an event under a new id, so that the inbox does not recognise it. */
    repeat: (event: DomainEvent): DomainEvent => ({ ...event, id: newId(now()) }),
    post,
    registered: ({ _id, username, fullName }: TestMember, registeredAt = now()) =>
      createEvent(events.memberRegistered, {
        ...envelope(events.memberRegistered, _id),
        data: { username, fullName, accountVersion: 1, registeredAt: registeredAt.toISOString() },
      }),
    updated: (member: TestMember, profileVersion: number) => {
      const { _id, ...profile } = member
      return createEvent(events.memberUpdated, {
        ...envelope(events.memberUpdated, _id),
        data: { ...profile, isVerified: false, profileVersion },
      })
    },
    /** A change of a bio, which mentions these members. */
    bioUpdated: (member: TestMember, bio: string, mentioned: readonly TestMember[]) => {
      const { _id, ...profile } = member
      const data = { ...profile, isVerified: false, profileVersion: ++version, bio, ...toMentionedIds(mentioned) }
      return createEvent(events.memberUpdated, { ...envelope(events.memberUpdated, _id), data })
    },
    followed: createFollowEvent('memberFollowed'),
    unfollowed: createFollowEvent('memberUnfollowed'),
    followRequested: createRequestEvent('memberFollowRequested'),
    followDeclined: createRequestEvent('memberFollowDeclined'),
    followAccepted: (from: TestMember, to: TestMember) =>
      createEvent(events.memberFollowed, {
        ...envelope(events.memberFollowed, from._id),
        data: { ...edgeData(from, to), followerCount: 0, followingCount: 0, isAccepted: true },
      }),
    privacyUpdated: (member: TestMember, isPrivate: boolean, privacyVersion = ++version, contact = {}) =>
      createEvent(events.memberPrivacyUpdated, {
        ...envelope(events.memberPrivacyUpdated, member._id),
        data: { actor: toActor(member), isPrivate, privacyVersion, contact },
      }),
    blocked: createBlockEvent('memberBlocked'),
    unblocked: createBlockEvent('memberUnblocked'),
    muted: (from: TestMember, to: TestMember, until: Date | null = null) =>
      createEvent(events.memberMuted, {
        ...envelope(events.memberMuted, from._id),
        data: { ...edgeData(from, to), until: until?.toISOString() ?? null },
      }),
    unmuted: (from: TestMember, to: TestMember) =>
      createEvent(events.memberUnmuted, { ...envelope(events.memberUnmuted, from._id), data: edgeData(from, to) }),
    privacyExceptionUpdated: (from: TestMember, to: TestMember, exception: Partial<PrivacyException>) =>
      createEvent(events.memberPrivacyExceptionUpdated, {
        ...envelope(events.memberPrivacyExceptionUpdated, from._id),
        data: { ...edgeData(from, to), exception: { ...NO_PRIVACY_EXCEPTION, ...exception } },
      }),
    deactivated: createAccountEvent('memberDeactivated'),
    reactivated: createAccountEvent('memberReactivated'),
    erased: createAccountEvent('memberErased'),
  }
}
