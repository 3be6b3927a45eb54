import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import type { TestMember } from '@meadow/testing'

const HOUR_MS = 3_600_000
const VIEW = { likes: [], comments: [], likesCount: 0, commentsCount: 0 }

const actorOf = (member: TestMember) => ({ ...member, profileVersion: 0 })

/** What other services say, with a clock that goes on by a second with each look. */
export function createFacts() {
  let time = Date.parse('2026-03-01T12:00:00Z')
  let versions = 0
  const now = () => {
    time += 1_000
    return new Date(time)
  }
  const fact = (subject: string) => {
    const at = now()
    return { source: 'test', subject, time: at, id: newId(at) }
  }

  /** A post and what happens to it; each asking is something new that happens. */
  function post(author: TestMember, content = 'A post', image = '') {
    const postId = newId(now())
    let rev = 1
    const moved = (by: TestMember) => {
      rev += 1
      return { authorId: author._id, actor: actorOf(by), view: VIEW, rev }
    }
    return {
      _id: postId,
      created: createEvent(events.postCreated, {
        ...fact(postId),
        data: { author: actorOf(author), excerpt: content, image, createdAt: now().toISOString(), rev },
      }),
      liked: (by: TestMember): DomainEvent => createEvent(events.postLiked, { ...fact(postId), data: moved(by) }),
      unliked: (by: TestMember): DomainEvent => createEvent(events.postUnliked, { ...fact(postId), data: moved(by) }),
      commented: (by: TestMember, excerpt = 'Lovely!'): DomainEvent =>
        createEvent(events.postCommented, {
          ...fact(postId),
          data: { ...moved(by), commentId: newId(now()), excerpt },
        }),
      deleted: (): DomainEvent =>
        createEvent(events.postDeleted, { ...fact(postId), data: { authorId: author._id, rev: rev + 1 } }),
    }
  }

  const edge = (from: TestMember, to: TestMember) => {
    versions += 1
    return { from: actorOf(from), to: actorOf(to), version: versions }
  }
  const follow = (type: 'memberFollowed' | 'memberUnfollowed') => (from: TestMember, to: TestMember) =>
    createEvent(events[type], {
      ...fact(from._id),
      data: { ...edge(from, to), followerCount: 0, followingCount: 0 },
    })
  const block = (type: 'memberBlocked' | 'memberUnblocked') => (from: TestMember, to: TestMember) =>
    createEvent(events[type], { ...fact(from._id), data: edge(from, to) })
  const account =
    (type: 'memberDeactivated' | 'memberReactivated' | 'memberErased') =>
    ({ _id }: TestMember) => {
      versions += 1
      return createEvent(events[type], { ...fact(_id), data: { accountVersion: versions + 1 } })
    }

  return {
    now,
    /** Hours go by. */
    wait(hours: number) {
      time += hours * HOUR_MS
    },
    /** The same said again, as another event: a repeat that no inbox knows. */
    again: (event: DomainEvent): DomainEvent => ({ ...event, id: newId(now()) }),
    post,
    registered: ({ _id, username, fullName }: TestMember) =>
      createEvent(events.memberRegistered, {
        ...fact(_id),
        data: { username, fullName, accountVersion: 1, registeredAt: now().toISOString() },
      }),
    updated: (member: TestMember, profileVersion: number) => {
      const { _id, ...profile } = member
      return createEvent(events.memberUpdated, {
        ...fact(_id),
        data: { ...profile, isVerified: false, profileVersion },
      })
    },
    followed: follow('memberFollowed'),
    unfollowed: follow('memberUnfollowed'),
    blocked: block('memberBlocked'),
    unblocked: block('memberUnblocked'),
    deactivated: account('memberDeactivated'),
    reactivated: account('memberReactivated'),
    erased: account('memberErased'),
  }
}
