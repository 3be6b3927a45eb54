import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { newId } from '@meadow/service'
import { alice, bob, carol, describeOnEachEngine } from '@meadow/testing'
import { onSharedMongo, openTestMongo, recordQueryPlans } from '@meadow/testing/mongo'
import { postsCollections } from '../src/collections.ts'
import { postsEventHandlers } from '../src/event-handlers.ts'
import type { NewPost } from '../src/posts/post.ts'
import { createMongoPostsPorts } from '../src/store.ts'
import { toTestActor } from './fixtures.ts'
import {
  createCommentChange,
  createLikeChange,
  createNewComment,
  createNewPost,
  createNewShare,
  createPostDeletion,
  createShareRemoval,
  createUploadedPicture,
  nextMoment,
  toNewPicture,
} from './repository-fixtures.ts'

/** The index that each query must use. An update or delete is planned like a find. */
const EXPECTED: Record<string, Record<string, string>> = {
  blocks: {
    'find { _id }': '_id_',
    'find { heard } sort { heard }': 'by_heard',
  },
  bookmarks: {
    'delete { postId }': 'by_post',
    'find { _id }': '_id_',
  },
  client_keys: {
    'delete { _id }': '_id_',
    'find { _id }': '_id_',
    'find { takenAt }': 'by_taken_at',
  },
  comment_likes: {
    'delete { _id }': '_id_',
    'delete { commentId }': 'by_comment',
    'delete { postId }': 'by_post',
    'find { _id }': '_id_',
  },
  comments: {
    'delete { _id }': '_id_',
    'delete { postId }': 'newest',
    'find { _id }': '_id_',
    'find { postId } sort { _id }': 'newest',
    'find { postId, parentId }': 'by_post_and_parent',
    'find { postId, parentId } sort { _id }': 'by_post_and_parent',
    'find { postId, parentId, _id } sort { _id }': 'by_post_and_parent',
    'update { _id }': '_id_',
  },
  follows: {
    'delete { _id }': '_id_',
    'find { _id }': '_id_',
    'find { from, active } sort { at, to }': 'newest',
    'find { heard } sort { heard }': 'by_heard',
    'update { _id }': '_id_',
  },
  hidden_comments: {
    'delete { _id }': '_id_',
    'delete { postId }': 'by_post',
    'find { _id }': '_id_',
    'find { postId, parentId }': 'by_post_and_parent',
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
    'find { memberId } sort { sortKey }': 'by_member_and_sort_key',
    'find { memberId, authorId } sort { sortKey }': 'by_author_and_sort_key',
    'find { memberId, authorId, sortKey } sort { sortKey }': 'by_author_and_sort_key',
    'find { memberId, sortKey } sort { sortKey }': 'by_member_and_sort_key',
    'find { postId } sort { createdAt }': 'newest',
    'find { postId } sort { createdAt, memberId }': 'newest',
    'find { postId, createdAt } sort { createdAt, memberId }': 'newest',
    'find { postId, createdAt, memberId } sort { createdAt, memberId }': 'newest',
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
    'find { authEnded } sort { number }': 'by_number',
    'find { socialEnded } sort { number }': 'by_number',
    'update { _id }': '_id_',
  },
  members: {
    'delete { _id }': '_id_',
    'find { _id }': '_id_',
    'find { heard } sort { heard }': 'by_heard',
    'find { username } sort { _id }': 'by_username',
    'update { _id }': '_id_',
  },
  mutes: {
    'find { _id }': '_id_',
    'find { from, active }': 'by_member',
    'find { heard } sort { heard }': 'by_heard',
  },
  privacy_exceptions: {
    'find { heard } sort { heard }': 'by_heard',
  },
  pinned_posts: {
    'delete { _id }': '_id_',
    'delete { postId }': 'by_post',
    'find { _id }': '_id_',
    'update { _id }': '_id_',
  },
  outbox: {
    'count {  }': '_id_',
    'delete { _id }': '_id_',
    'find {  } sort { _id }': '_id_',
    'find { _id }': '_id_',
  },
  post_versions: {
    'delete { postId }': 'newest',
  },
  post_views: {
    'delete { _id }': '_id_',
    'find { _id }': '_id_',
    'update { _id }': '_id_',
  },
  posts: {
    'delete { _id }': '_id_',
    'delete { sharedPostId, isPlainShare }': 'by_shared_post',
    'find { _id }': '_id_',
    'find { authorId, hiddenAt } sort { _id }': 'by_author',
    'find { authorId, hiddenAt, _id } sort { _id }': 'by_author',
    'find { hiddenAt, isPlainShare } sort { _id }': '_id_',
    'find { hiddenAt, isPlainShare, _id } sort { _id }': '_id_',
    'find { sharedPostId } sort { createdAt }': 'newest_shares',
    'find { sharedPostId, authorId, isPlainShare }': 'by_shared_post',
    'find { sharedPostId, hiddenAt } sort { createdAt, authorId, _id }': 'newest_shares',
    'find { sharedPostId, hiddenAt, createdAt } sort { createdAt, authorId, _id }': 'newest_shares',
    'find { sharedPostId, hiddenAt, createdAt, authorId } sort { createdAt, authorId, _id }': 'newest_shares',
    'find { sharedPostId, isPlainShare, authorId, hiddenAt } sort { createdAt, _id }': 'by_shared_post',
    'update { _id }': '_id_',
  },
  viewed_posts: {
    'delete { _id }': '_id_',
    'find { _id }': '_id_',
    'find { day } sort { day }': 'by_day',
    'update { _id }': '_id_',
  },
}

describeOnEachEngine(await onSharedMongo((url) => openTestMongo(url, ...postsCollections)), (open) => {
  it('runs no query without an index', async () => {
    await using database = await open()
    const { mongo } = database
    const readQueryPlans = recordQueryPlans(mongo)
    const {
      posts,
      pins,
      views,
      counterChecker,
      shares,
      comments,
      likes,
      timeline,
      pictures,
      removals,
      clientKeys,
      outbox,
      consumerStore,
    } = createMongoPostsPorts(mongo)

    const key = { memberId: alice._id, call: 'POST /posts', key: 'once', fingerprint: 'words' }
    const add = (post: NewPost) => posts.add(post, { ...key, memberId: post.author._id, key: post._id })
    const [picture, other] = [createUploadedPicture(), createUploadedPicture()]
    for (const one of [picture, other]) await pictures.add(one)
    const post = { ...createNewPost(alice), pictures: [toNewPicture({ random: picture.random })] }
    await add(post)
    await add({ ...createNewPost(alice), pictures: [toNewPicture({ _id: other._id })] })
    await add(createNewPost(bob))
    for (const liked of [true, false, true]) await likes.set(createLikeChange(post._id, bob), liked)
    const comment = createNewComment(post._id, carol)
    await comments.add(comment)
    await comments.find({ postId: post._id, id: comment._id }, alice)
    const reply = { ...createNewComment(post._id, alice), parentId: comment._id }
    for (const one of [reply, { ...createNewComment(post._id, carol), parentId: reply._id }]) await comments.add(one)
    for (const isLiked of [true, false, true]) await comments.setLike(createCommentChange(comment, alice), isLiked)
    await comments.edit({ ...createCommentChange(comment, carol), text: 'Edited', facets: [], editedAt: null })
    for (const isHidden of [true, false]) await comments.setHidden(createCommentChange(comment, alice), isHidden)
    await comments.delete(createCommentChange(reply, alice))
    for (const content of ['', 'Look']) await shares.add(createNewShare(post._id, bob, content))
    await shares.remove(createShareRemoval(post._id, bob))

    const first = { limit: 5, after: undefined, skip: 0 }
    for (const window of [first, { ...first, after: { _id: post._id, createdAt: nextMoment() } }]) {
      for (const scope of ['following', 'discover', 'all'] as const) await timeline.listHome(alice, scope, window)
      for (const tab of [undefined, 'media', 'liked'] as const) await timeline.listByMember('alice', bob, window, tab)
      await timeline.listByMember('bob', bob, window, 'liked')
      for (const order of ['newest', 'oldest'] as const)
        for (const parentId of [undefined, comment._id]) await comments.list(post._id, bob, window, { order, parentId })
    }
    for (const isPinned of [true, false, true])
      await pins.set({
        postId: post._id,
        by: toTestActor(alice),
        isPinned,
        at: nextMoment(),
        eventId: newId(nextMoment()),
      })
    await views.add({ memberId: bob._id, postIds: [post._id], at: nextMoment() })
    await views.find(post._id)
    await counterChecker.findLastCheck(post._id)
    await counterChecker.findFirstTimes(post._id)
    await views.setHidden(post._id, true)
    await views.deleteViewedPosts('2026-01-01')
    await posts.findMany([post._id], bob)
    for (const after of [undefined, { _id: bob._id, createdAt: nextMoment() }])
      await likes.listLikers(post._id, bob, { ...first, after })
    for (const after of [undefined, { _id: bob._id, createdAt: nextMoment() }])
      await shares.listSharers(post._id, bob, { ...first, after })

    const envelope = { source: 'social', subject: alice._id, id: newId(nextMoment()), time: nextMoment() }
    const profile = { username: 'alice', fullName: 'Alice', avatar: '', isVerified: false, profileVersion: 1 }
    const follow = {
      from: { ...toTestActor(alice) },
      to: toTestActor(bob),
      version: 1,
      followerCount: 1,
      followingCount: 1,
    }
    await deliverEvents(postsEventHandlers, consumerStore, [
      createEvent(events.memberUpdated, { ...envelope, data: { ...profile, bio: '', cover: '' } as never }),
      createEvent(events.memberFollowed, { ...envelope, id: newId(nextMoment()), data: follow }),
    ])
    await consumerStore.transaction((_, inbox) => inbox.deleteExpired(new Date()))
    await clientKeys.deleteExpired(new Date())

    await posts.delete(createPostDeletion(post._id, alice))
    await pictures.deleteUnattached(other._id, nextMoment())
    await pictures.deleteUnusedPostPictures(nextMoment(), nextMoment())
    await pictures.deleteUnusedProfilePictures(nextMoment(), nextMoment())
    await removals.removeDue(nextMoment(), async () => {})
    await outbox.runExclusively(async () => {
      const pending = await outbox.readPending(10)
      await outbox.markPublished(pending.map(({ id }) => id))
    })
    await outbox.measureBacklog()
    await deliverEvents(postsEventHandlers, consumerStore, [
      createEvent(events.membersSnapshotRequested, {
        ...envelope,
        source: 'operator',
        id: newId(nextMoment()),
        data: {},
      }),
      createEvent(events.membersSnapshotCompleted, { ...envelope, id: newId(nextMoment()), data: { owner: 'auth' } }),
      createEvent(events.membersSnapshotCompleted, { ...envelope, id: newId(nextMoment()), data: { owner: 'social' } }),
    ])

    const { plans: allPlans, isStrict } = await readQueryPlans()
    const {
      'outbox find { $or }': branches,
      'counter_checks find { _id } sort { _id }': lastCheck,
      'posts find { authorId, hasPicture, hiddenAt } sort { _id }': firstPictures,
      'posts find { authorId, hasPicture, hiddenAt, _id } sort { _id }': laterPictures,
      ...plans
    } = allPlans
    // SecantusDB, which replaces MongoDB here, uses no index for the branches of an $or
    expect(branches).toBe(isStrict ? 'by_key_and_rev' : 'COLLSCAN')
    // nor the index of a collection without documents
    expect(lastCheck).toBe(isStrict ? '_id_' : 'COLLSCAN')
    // nor a partial index for a query with further fields
    expect([firstPictures, laterPictures]).toEqual(Array(2).fill(isStrict ? 'with_picture' : 'COLLSCAN'))
    const expected = Object.entries(EXPECTED).flatMap(([name, plansOfQueries]) =>
      Object.entries(plansOfQueries).map(([query, index]) => [`${name} ${query}`, index]),
    )
    expect(plans).toEqual(Object.fromEntries(expected))
  })
})
