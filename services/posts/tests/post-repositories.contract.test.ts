import { describe, expect, it } from '@jest/globals'
import type { KeysetKey } from '@meadow/service'
import { alice, bob, carol, describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import type { CommentOrder } from '../src/comments/comment.ts'
import type { NewPost } from '../src/posts/post.ts'
import {
  createLikeChange,
  createNewComment,
  createNewPost,
  createPostDeletion,
  createUploadedPicture,
  nextMoment,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function addPost(by: TestMember): Promise<NewPost> {
    const { posts } = await store()
    const post = createNewPost(by)
    await posts.add(post)
    return post
  }

  describe('a post', () => {
    it('is stored together with its event, or not at all', async () => {
      const { posts, publishedEvents } = await store()
      const post = await addPost(alice)
      expect(await posts.findMany([post._id], bob)).toMatchObject([{ _id: post._id, user: { _id: alice._id } }])
      expect(await publishedEvents(post)).toHaveLength(1)

      // The event of this post breaks its contract, so that appending it fails after the insert.
      const rejected = createNewPost(alice)
      rejected.author.profileVersion = -1
      await expect(posts.add(rejected)).rejects.toThrow('profileVersion')
      expect(await posts.findMany([rejected._id], alice)).toEqual([])
    })

    it('is found in the order of the ids, also for guests', async () => {
      const { posts } = await store()
      const [one, two] = [await addPost(alice), await addPost(bob)]
      const found = await posts.findMany([two._id, UNKNOWN_ID, one._id], undefined)
      expect(found.map(({ _id }) => _id)).toEqual([two._id, one._id])
      expect(await posts.findMany([], alice)).toEqual([])
    })

    it('is stored with a picture, which is removed with it', async () => {
      const { posts, pictures, removals } = await store()
      const picture = { ...createUploadedPicture(alice), placeholder: 'AAAA', narrower: [480, 960] }
      await pictures.add(picture)
      const post = { ...createNewPost(alice), pictures: [toNewPicture({ random: picture.random }, 'A hill')] }
      const { purpose, createdAt, ...stored } = picture
      const shown = { ...stored, alt: 'A hill' }
      expect(await posts.add(post)).toMatchObject({ post: { pictures: [shown] } })
      expect((await posts.findMany([post._id], undefined))[0]?.pictures).toEqual([shown])
      const at = nextMoment()
      await posts.delete(createPostDeletion(post._id, alice, at))

      const paths = ['', '-480', '-960'].map((width) => `p/${alice._id}/${picture.random}${width}.webp`)
      const attempted: string[] = []
      const fail = async (due: string) => {
        attempted.push(due)
        throw new Error('unavailable')
      }
      expect(await removals.removeDue(at, fail)).toEqual({ due: 3, failed: 3 })
      expect(await removals.removeDue(at, fail)).toEqual({ due: 0, failed: 0 })
      const later = new Date(at.getTime() + 10_000)
      expect(await removals.removeDue(later, async (due) => void attempted.push(due))).toEqual({ due: 3, failed: 0 })
      expect(await removals.removeDue(new Date(at.getTime() + 1e9), fail)).toEqual({ due: 0, failed: 0 })
      expect(attempted.toSorted()).toEqual([...paths, ...paths].toSorted())
    })

    it('is stored with several pictures in their order, which are removed with it', async () => {
      const { posts, pictures, removals } = await store()
      const uploaded = [createUploadedPicture(), createUploadedPicture(), createUploadedPicture()] as const
      for (const picture of uploaded) await pictures.add(picture)
      const [first, second, third] = uploaded
      const post = {
        ...createNewPost(alice),
        pictures: [
          toNewPicture({ _id: third._id }, 'Third'),
          toNewPicture({ random: first.random }),
          toNewPicture({ _id: second._id }, 'Second'),
        ],
      }
      const shown = [
        { _id: third._id, alt: 'Third' },
        { _id: first._id, alt: '' },
        { _id: second._id, alt: 'Second' },
      ]
      expect(await posts.add(post)).toMatchObject({ post: { pictures: shown } })
      expect(await posts.findMany([post._id], bob)).toMatchObject([{ pictures: shown }])

      const at = nextMoment()
      expect(await pictures.deleteUnusedPostPictures(at, at)).toBe(0)
      await posts.delete(createPostDeletion(post._id, alice, at))
      const removed: string[] = []
      await removals.removeDue(at, async (path) => void removed.push(path))
      expect(removed.toSorted()).toEqual(uploaded.map(({ random }) => `p/${alice._id}/${random}.webp`).toSorted())
    })

    it('is not stored, and attaches no picture, if one of its pictures is used, named twice or of another member', async () => {
      const { posts, pictures, publishedEvents } = await store()
      const [own, used, others] = [createUploadedPicture(), createUploadedPicture(), createUploadedPicture(bob)]
      for (const picture of [own, used, others]) await pictures.add(picture)
      await posts.add({ ...createNewPost(alice), pictures: [toNewPicture({ _id: used._id })] })
      for (const reference of [{ _id: used._id }, { random: own.random }, { _id: others._id }, { _id: UNKNOWN_ID }]) {
        const rejected = {
          ...createNewPost(alice),
          pictures: [toNewPicture({ _id: own._id }), toNewPicture(reference)],
        }
        await expect(posts.add(rejected)).rejects.toMatchObject({ code: 'invalid_request' })
        expect(await posts.findMany([rejected._id], alice)).toEqual([])
        expect(await publishedEvents(rejected)).toEqual([])
      }
      for (const { _id, ownerId } of [own, others]) {
        const post = { ...createNewPost(ownerId === bob._id ? bob : alice), pictures: [toNewPicture({ _id })] }
        expect(await posts.add(post)).toMatchObject({ post: { pictures: [{ _id }] } })
      }
    })

    it('leaves a picture that a profile shows, until the profile no longer shows it', async () => {
      const { posts, pictures, removals, showOnProfile } = await store()
      const [shown, other] = [createUploadedPicture(), createUploadedPicture()]
      for (const picture of [shown, other]) await pictures.add(picture)
      const references = [toNewPicture({ _id: shown._id }), toNewPicture({ _id: other._id })]
      const post = { ...createNewPost(alice), pictures: references }
      await posts.add(post)
      await showOnProfile(alice, [shown.random])
      const at = nextMoment()
      await posts.delete(createPostDeletion(post._id, alice, at))
      const removed: string[] = []
      const removeDue = () => removals.removeDue(at, async (path) => void removed.push(path))
      await removeDue()
      expect(removed).toEqual([`p/${alice._id}/${other.random}.webp`])
      expect(await pictures.deleteUnusedPostPictures(at, at)).toBe(0)

      await showOnProfile(alice, [])
      expect(await pictures.deleteUnusedPostPictures(at, at)).toBe(1)
      await removeDue()
      expect(removed).toEqual([other, shown].map(({ random }) => `p/${alice._id}/${random}.webp`))
    })

    it('protects its picture also after a profile has shown it', async () => {
      const { posts, pictures, removals, showOnProfile } = await store()
      const picture = createUploadedPicture()
      await pictures.add(picture)
      const post = { ...createNewPost(alice), pictures: [toNewPicture({ _id: picture._id })] }
      await showOnProfile(alice, [picture.random])
      await posts.add(post)
      await showOnProfile(alice, [])
      const at = nextMoment()
      expect(await pictures.deleteUnusedPostPictures(at, at)).toBe(0)
      expect(await pictures.deleteUnusedProfilePictures(at, at)).toBe(0)
      expect(await removals.removeDue(at, async () => undefined)).toEqual({ due: 0, failed: 0 })
    })

    it('is not stored with a picture that was uploaded for a profile', async () => {
      const { posts, pictures } = await store()
      for (const purpose of ['avatar', 'cover'] as const) {
        const picture = { ...createUploadedPicture(), purpose }
        await pictures.add(picture)
        for (const reference of [{ _id: picture._id }, { random: picture.random }]) {
          const post = { ...createNewPost(alice), pictures: [toNewPicture(reference)] }
          await expect(posts.add(post)).rejects.toMatchObject({ code: 'invalid_request' })
        }
      }
    })

    it('shows the picture and alt text that an earlier version stored', async () => {
      const { posts, pictures, removals, inspect } = await store()
      const picture = createUploadedPicture()
      await pictures.add(picture)
      const post = { ...createNewPost(alice), pictures: [toNewPicture({ _id: picture._id }, 'A hill')] }
      await posts.add(post)
      await inspect.storeAltInPost(post._id)
      expect(await posts.findMany([post._id], bob)).toMatchObject([{ pictures: [{ _id: picture._id, alt: 'A hill' }] }])
      const at = nextMoment()
      await posts.delete(createPostDeletion(post._id, alice, at))
      const removed: string[] = []
      await removals.removeDue(at, async (path) => void removed.push(path))
      expect(removed).toEqual([`p/${alice._id}/${picture.random}.webp`])
    })

    it('protects its picture from the cleanup of unused pictures', async () => {
      const { posts, pictures, removals } = await store()
      const old = [createUploadedPicture(), createUploadedPicture()] as const
      const at = nextMoment()
      const others = [
        createUploadedPicture(),
        { ...createUploadedPicture(), purpose: 'avatar' as const, createdAt: old[0].createdAt },
      ]
      for (const picture of [...old, ...others]) await pictures.add(picture)
      await posts.add({ ...createNewPost(alice), pictures: [toNewPicture({ random: old[1].random })] })

      expect(await pictures.deleteUnusedPostPictures(at, at)).toBe(1)
      expect(await pictures.deleteUnusedPostPictures(at, at)).toBe(0)
      const removed: string[] = []
      await removals.removeDue(at, async (path) => void removed.push(path))
      expect(removed).toEqual([`p/${alice._id}/${old[0].random}.webp`])
    })

    it('protects its picture from deletion', async () => {
      const { posts, pictures, removals } = await store()
      const [unused, used] = [createUploadedPicture(), createUploadedPicture()]
      for (const picture of [unused, used]) await pictures.add(picture)
      await posts.add({ ...createNewPost(alice), pictures: [toNewPicture({ _id: used._id })] })
      const at = nextMoment()
      for (const { _id } of [unused, used, unused]) await pictures.deleteUnattached(_id, at)
      const removed: string[] = []
      await removals.removeDue(at, async (path) => void removed.push(path))
      expect(removed).toEqual([`p/${alice._id}/${unused.random}.webp`])
    })

    it('is stored together with its client key, or not at all', async () => {
      const { posts } = await store()
      const key = { memberId: alice._id, call: 'POST /posts', key: 'one attempt', fingerprint: 'these words' }
      const [rejected, first, second] = [createNewPost(alice), createNewPost(alice), createNewPost(alice)]
      rejected.author.profileVersion = -1 // its event breaks the contract
      await expect(posts.add(rejected, key)).rejects.toThrow('profileVersion')
      expect(await posts.add(first, key)).toMatchObject({ post: { _id: first._id } })
      expect(await posts.add(second, key)).toEqual({ repeatedId: first._id })
      expect(await posts.findMany([rejected._id, second._id], alice)).toEqual([])
    })

    it('is deleted only by its author, together with its event', async () => {
      const { posts, publishedEvents } = await store()
      const post = await addPost(alice)
      const deletePost = (by: TestMember) => posts.delete(createPostDeletion(post._id, by))
      await expect(deletePost(bob)).rejects.toMatchObject({ code: 'not_your_post' })
      await deletePost(alice)
      await expect(deletePost(alice)).rejects.toMatchObject({ code: 'post_not_found' })
      expect((await publishedEvents(post)).map(({ type }) => type)).toEqual(['post.created', 'post.deleted'])
    })
  })

  describe('a comment', () => {
    it('is stored once together with its event when it is added twice', async () => {
      const { posts, comments, publishedEvents } = await store()
      const post = await addPost(alice)
      const comment = createNewComment(post._id, bob)
      expect(await comments.add(comment)).toMatchObject({ comment: { _id: comment._id, user: { username: 'bob' } } })
      await comments.add(comment)
      expect(await posts.findMany([post._id], alice)).toMatchObject([{ commentsCount: 1, rev: 2 }])
      expect(await publishedEvents(post)).toHaveLength(2)
    })

    it('on an unknown post is rejected without an event', async () => {
      const { comments, publishedEvents } = await store()
      await expect(comments.add(createNewComment(UNKNOWN_ID, bob))).rejects.toMatchObject({ code: 'post_not_found' })
      expect(await publishedEvents({ _id: UNKNOWN_ID })).toEqual([])
    })

    it('is listed in both orders, after a key, with one more than the limit', async () => {
      const { comments } = await store()
      const post = await addPost(alice)
      const made: KeysetKey[] = []
      for (let index = 0; index < 4; index += 1) {
        const comment = createNewComment(post._id, bob, `${index}`)
        await comments.add(comment)
        made.unshift(comment)
      }
      const list = async (after?: KeysetKey, order: CommentOrder = 'newest') =>
        (await comments.list(post._id, carol, { limit: 2, after, skip: 0 }, { order })).map(({ text }) => text)
      expect(await list()).toEqual(['3', '2', '1'])
      expect(await list(made[1])).toEqual(['1', '0'])
      expect(await list(made[3])).toEqual([])
      expect(await list(undefined, 'oldest')).toEqual(['0', '1', '2'])
      expect(await list(made[2], 'oldest')).toEqual(['2', '3'])
      expect(await list(made[0], 'oldest')).toEqual([])
    })
  })

  describe('a member who may not act on a post', () => {
    it('by a muted member is left out, but not the post below it, and not on a post of that member', async () => {
      const { posts, comments, members } = await store()
      const relations = createTestRelations(members, nextMoment)
      const [viewer, muted] = [await relations.addMember(), await relations.addMember()]
      const [post, own] = [await addPost(alice), await addPost(muted)]
      for (const text of ['one', 'two', 'three']) await comments.add(createNewComment(post._id, bob, text))
      for (const { _id } of [post, own]) await comments.add(createNewComment(_id, muted, 'loud'))
      await relations.mute(viewer, muted)
      const read = async (by: TestMember) => {
        const found = await posts.findMany([post._id, own._id], by)
        const window = { limit: 10, after: undefined, skip: 0 }
        return {
          previews: found.map((one) => one.comments.map(({ text }) => text)),
          counts: found.map(({ commentsCount }) => commentsCount),
          lists: await Promise.all(
            [post, own].map(async ({ _id }) =>
              (await comments.list(_id, by, window, { order: 'oldest' })).map(({ text }) => text),
            ),
          ),
        }
      }
      expect(await read(viewer)).toEqual({
        previews: [['one', 'two', 'three'], ['loud']],
        counts: [4, 1],
        lists: [['one', 'two', 'three'], ['loud']],
      })
      const seenByMuted = await read(muted)
      expect(seenByMuted.lists).toEqual([['one', 'two', 'three', 'loud'], ['loud']])
    })

    it('is refused a like and a comment for the same reason', async () => {
      const { likes, comments, members, publishedEvents } = await store()
      const relations = createTestRelations(members, nextMoment)
      const [author, blocked, gone, goneAndBlocked] = [
        await relations.addMember(),
        await relations.addMember(),
        await relations.addMember(),
        await relations.addMember(),
      ]
      const post = await addPost(author)
      for (const member of [blocked, goneAndBlocked]) await relations.block(author, member)
      for (const member of [gone, goneAndBlocked]) await relations.deactivate(member)
      for (const [member, code] of [
        [blocked, 'post_not_found'],
        [gone, 'forbidden'],
        [goneAndBlocked, 'forbidden'],
      ] as const) {
        await expect(likes.set(createLikeChange(post._id, member), true)).rejects.toMatchObject({ code })
        await expect(comments.add(createNewComment(post._id, member))).rejects.toMatchObject({ code })
      }
      expect(await publishedEvents(post)).toHaveLength(1)
    })
  })

  describe('a like', () => {
    it('changes the state, and does nothing when the state is the same', async () => {
      const { likes, publishedEvents } = await store()
      const post = await addPost(alice)
      const set = (liked?: boolean) => likes.set(createLikeChange(post._id, bob), liked)
      expect(await set(false)).toBe(false)
      expect(await set(true)).toBe(true)
      expect(await set(true)).toBe(true)
      expect(await set()).toBe(false)
      expect(await set()).toBe(true)
      const types = (await publishedEvents(post)).map(({ type }) => type)
      expect(types).toEqual(['post.created', 'post.liked', 'post.unliked', 'post.liked'])
    })

    it('of an unknown post is rejected', async () => {
      const { likes } = await store()
      const like = likes.set(createLikeChange(UNKNOWN_ID, bob), true)
      await expect(like).rejects.toMatchObject({ code: 'post_not_found' })
    })
  })
})
