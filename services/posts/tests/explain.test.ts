import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { newId } from '@meadow/service'
import { alice, bob, carol, describeOnEachEngine } from '@meadow/testing'
import { onSharedMongo, openTestMongo, recordQueryPlans } from '@meadow/testing/mongo'
import { postsCollections } from '../src/collections.ts'
import { createComment, toPostCommentedEvent } from '../src/comments/comment.ts'
import { postsEventHandlers } from '../src/event-handlers.ts'
import { toLikeEvent } from '../src/likes/like.ts'
import { type NewPost, toPostCreatedEvent, toPostDeletedEvent } from '../src/posts/post.ts'
import { createMongoPorts } from '../src/store.ts'
import { actorOf } from './fixtures.ts'
import { aMoment, aPicture, aPost } from './repository-fixtures.ts'

/** By which index each question finds what it is about. An update or a delete finds as a find does. */
const EXPECTED: Record<string, Record<string, string>> = {
  blocks: {
    'delete { heard }': 'by_heard',
    'find { _id }': '_id_',
  },
  client_keys: {
    'delete { _id }': '_id_',
    'find { _id }': '_id_',
    'find { takenAt }': 'by_taken_at',
  },
  comments: {
    'delete { postId }': 'newest',
    'find { _id }': '_id_',
    'find { postId } sort { _id }': 'newest',
    'find { postId, _id } sort { _id }': 'newest',
  },
  follows: {
    'delete { heard }': 'by_heard',
    'find { _id }': '_id_',
    'find { from, active } sort { at, to }': 'newest',
    'update { _id }': '_id_',
  },
  inbox: {
    'delete { _id }': '_id_',
    'find { _id }': '_id_',
    'find { takenAt }': 'by_taken_at',
  },
  leases: {
    'find { _id }': '_id_',
    'update { _id }': '_id_',
  },
  likes: {
    'delete { _id }': '_id_',
    'delete { postId }': 'newest',
    'find { _id }': '_id_',
    'find { memberId } sort { place }': 'by_member',
    'find { memberId, authorId } sort { place }': 'of_author',
    'find { memberId, authorId, place } sort { place }': 'of_author',
    'find { memberId, place } sort { place }': 'by_member',
    'find { postId } sort { createdAt, memberId }': 'newest',
  },
  media: {
    'delete { _id }': '_id_',
    'find { _id }': '_id_',
    'find { ownerId, onProfile }': 'on_profiles',
    'find { random }': 'by_random',
    'find { waitsFor, createdAt }': 'unused',
    'find { waitsFor, shownUntil }': 'unshown',
    'update { _id }': '_id_',
  },
  media_to_remove: {
    'delete { _id }': '_id_',
    'find { dueAt } sort { dueAt }': 'by_due_at',
    'update { _id }': '_id_',
  },
  member_rounds: {
    'find {  } sort { number }': 'by_number',
    'find { _id }': '_id_',
    'update { _id }': '_id_',
  },
  members: {
    'delete { heard }': 'by_heard',
    'find { _id }': '_id_',
    'find { username } sort { _id }': 'by_username',
    'update { _id }': '_id_',
  },
  outbox: {
    'count {  }': '_id_',
    'delete { _id }': '_id_',
    'find {  } sort { _id }': '_id_',
    'find { _id }': '_id_',
  },
  posts: {
    'delete { _id }': '_id_',
    'find {  } sort { _id }': '_id_',
    'find { _id }': '_id_',
    'find { _id } sort { _id }': '_id_',
    'find { authorId } sort { _id }': 'by_author',
    'find { authorId, _id } sort { _id }': 'by_author',
    'find { authorId, hasPicture } sort { _id }': 'with_picture',
    'find { authorId, hasPicture, _id } sort { _id }': 'with_picture',
    'update { _id }': '_id_',
  },
}

describeOnEachEngine(await onSharedMongo((url) => openTestMongo(url, ...postsCollections)), (open) => {
  it('asks nothing without an index', async () => {
    await using database = await open()
    const { mongo } = database
    const explained = recordQueryPlans(mongo)
    const { posts, comments, likes, timeline, media, removals, clientKeys, outbox, store } = createMongoPorts(mongo)

    const key = { memberId: alice._id, call: 'POST /posts', key: 'once', fingerprint: 'words' }
    const add = (post: NewPost, by = alice) =>
      posts.add(post, actorOf(by), (image) => toPostCreatedEvent(post, actorOf(by), image), {
        ...key,
        memberId: by._id,
        key: post._id,
      })
    const [picture, other] = [aPicture(), aPicture()]
    for (const one of [picture, other]) await media.add(one)
    const post = { ...aPost(), picture: { random: picture.random } }
    await add(post)
    await add({ ...aPost(), picture: { _id: other._id } })
    await add(aPost(), bob)
    const like = { postId: post._id, by: actorOf(bob), at: aMoment() }
    for (const wanted of [true, false, true])
      await likes.set(like, wanted, (liked, moved) => toLikeEvent(like, liked, moved))
    const comment = createComment(post._id, actorOf(carol), 'Lovely!', aMoment())
    await comments.add(comment, (moved) => toPostCommentedEvent(comment, moved))

    const first = { limit: 5, after: undefined, skip: 0 }
    for (const window of [first, { ...first, after: { _id: post._id, createdAt: aMoment() } }]) {
      for (const scope of ['following', 'discover', 'all'] as const) await timeline.listHome(alice, scope, window)
      for (const filter of [undefined, 'media', 'liked'] as const)
        await timeline.listByMember('alice', bob, window, filter)
      await timeline.listByMember('bob', bob, window, 'liked')
      await comments.list(post._id, bob, window)
    }
    await posts.findMany([post._id], bob)

    const said = { source: 'social', subject: alice._id, id: newId(aMoment()), time: aMoment() }
    const profile = { username: 'alice', fullName: 'Alice', avatar: '', isVerified: false, profileVersion: 1 }
    const follow = { from: { ...actorOf(alice) }, to: actorOf(bob), version: 1, followerCount: 1, followingCount: 1 }
    await deliverEvents(postsEventHandlers, store, [
      createEvent(events.memberUpdated, { ...said, data: { ...profile, bio: '', cover: '' } as never }),
      createEvent(events.memberFollowed, { ...said, id: newId(aMoment()), data: follow }),
    ])
    await store.transaction((_, inbox) => inbox.deleteExpired())
    await clientKeys.deleteExpired()

    await posts.remove(post._id, actorOf(alice), aMoment(), (gone) => toPostDeletedEvent(post._id, gone, aMoment()))
    await media.deleteUnattached(other._id, aMoment())
    await media.deleteUnusedPostPictures(aMoment(), aMoment())
    await media.deleteUnusedProfilePictures(aMoment(), aMoment())
    await removals.removeDue(aMoment(), async () => {})
    await outbox.runExclusively(async () => {
      const waiting = await outbox.readPending(10)
      await outbox.markPublished(waiting.map(({ id }) => id))
    })
    await outbox.measureBacklog()
    await deliverEvents(postsEventHandlers, store, [
      createEvent(events.membersSnapshotRequested, { ...said, id: newId(aMoment()), data: {} }),
      createEvent(events.membersSnapshotCompleted, { ...said, id: newId(aMoment()), data: { owner: 'auth' } }),
      createEvent(events.membersSnapshotCompleted, { ...said, id: newId(aMoment()), data: { owner: 'social' } }),
    ])

    const { 'outbox find { $or }': branches, ...plans } = await explained()
    // what stands in for MongoDB takes no index for the branches of an $or
    expect(['order_of_key', 'COLLSCAN']).toContain(branches)
    const expected = Object.entries(EXPECTED).flatMap(([name, questions]) =>
      Object.entries(questions).map(([question, index]) => [`${name} ${question}`, index]),
    )
    expect(plans).toEqual(Object.fromEntries(expected))
  })
})
