import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { type KeysetKey, newId } from '@meadow/service'
import { alice, bob, carol, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { createComment, toPostCommentedEvent } from '../src/comments/comment.ts'
import { toLikeEvent } from '../src/likes/like.ts'
import { type NewPost, toPostCreatedEvent, toPostDeletedEvent } from '../src/posts/post.ts'
import { actorOf, unknownId } from './fixtures.ts'
import { aMoment, aPicture, aPost, engines, thatMoment } from './repository-fixtures.ts'

describeOnEachEngine(engines, (open) => {
  const store = shareAcrossTests(open)

  async function add(by: TestMember, createdAt?: Date): Promise<NewPost> {
    const { posts } = await store()
    const post = aPost(createdAt)
    await posts.add(post, actorOf(by), (image) => toPostCreatedEvent(post, actorOf(by), image))
    return post
  }

  describe('a post', () => {
    it('is there with its fact, or not at all', async () => {
      const { posts, facts } = await store()
      const post = await add(alice)
      expect(await posts.findMany([post._id], bob)).toMatchObject([{ _id: post._id, user: { _id: alice._id } }])
      expect(await facts(post._id)).toHaveLength(1)

      const unsaid = aPost()
      const silence = () => {
        throw new Error('no words')
      }
      await expect(posts.add(unsaid, actorOf(alice), silence)).rejects.toThrow('no words')
      expect(await posts.findMany([unsaid._id], alice)).toEqual([])
    })

    it('is found in the order asked for, for guests, too', async () => {
      const { posts } = await store()
      const [one, two] = [await add(alice), await add(bob)]
      const found = await posts.findMany([two._id, unknownId, one._id], undefined)
      expect(found.map(({ _id }) => _id)).toEqual([two._id, one._id])
      expect(await posts.findMany([], alice)).toEqual([])
    })

    it('takes a picture that leaves with it', async () => {
      const { posts, media, removals } = await store()
      const picture = {
        _id: newId(aMoment()),
        ownerId: alice._id,
        purpose: 'post' as const,
        random: 'a'.repeat(32),
        width: 3,
        height: 2,
        placeholder: 'AAAA',
        narrower: [480, 960],
        createdAt: aMoment(),
      }
      await media.add(picture)
      const post = { ...aPost(), picture: { random: picture.random } }
      const kept = await posts.add(post, actorOf(alice), (image) => toPostCreatedEvent(post, actorOf(alice), image))
      const { purpose, createdAt, ...shown } = picture
      expect(kept.picture).toEqual(shown)
      expect((await posts.findMany([post._id], undefined))[0]?.picture).toEqual(shown)
      const at = aMoment()
      await posts.remove(post._id, actorOf(alice), at, (gone) => toPostDeletedEvent(post._id, gone, at))

      const paths = ['', '-480', '-960'].map((width) => `p/${alice._id}/${picture.random}${width}.webp`)
      const asked: string[] = []
      const fail = async (due: string) => {
        asked.push(due)
        throw new Error('away')
      }
      expect(await removals.removeDue(at, fail)).toEqual({ due: 3, failed: 3 })
      expect(await removals.removeDue(at, fail)).toEqual({ due: 0, failed: 0 })
      const later = new Date(at.getTime() + 10_000)
      expect(await removals.removeDue(later, async (due) => void asked.push(due))).toEqual({ due: 3, failed: 0 })
      expect(await removals.removeDue(new Date(at.getTime() + 1e9), fail)).toEqual({ due: 0, failed: 0 })
      expect(asked.toSorted()).toEqual([...paths, ...paths].toSorted())
    })

    it('forgets the pictures that no post took in time', async () => {
      const { posts, media, removals } = await store()
      const old = [aPicture(), aPicture()] as const
      const at = aMoment()
      const others = [aPicture(), { ...aPicture(), purpose: 'avatar' as const, createdAt: old[0].createdAt }]
      for (const picture of [...old, ...others]) await media.add(picture)
      const taken = { ...aPost(), picture: { random: old[1].random } }
      await posts.add(taken, actorOf(alice), (image) => toPostCreatedEvent(taken, actorOf(alice), image))

      expect(await media.deleteUnusedPostPictures(at, at)).toBe(1)
      expect(await media.deleteUnusedPostPictures(at, at)).toBe(0)
      const removed: string[] = []
      await removals.removeDue(at, async (path) => void removed.push(path))
      expect(removed).toEqual([`p/${alice._id}/${old[0].random}.webp`])
    })

    it('forgets a picture at once, but none that a post took', async () => {
      const { posts, media, removals } = await store()
      const [free, used] = [aPicture(), aPicture()]
      for (const picture of [free, used]) await media.add(picture)
      const post = { ...aPost(), picture: { _id: used._id } }
      await posts.add(post, actorOf(alice), (image) => toPostCreatedEvent(post, actorOf(alice), image))
      const at = aMoment()
      for (const { _id } of [free, used, free]) await media.deleteUnattached(_id, at)
      const removed: string[] = []
      await removals.removeDue(at, async (path) => void removed.push(path))
      expect(removed).toEqual([`p/${alice._id}/${free.random}.webp`])
    })

    it('is kept together with its client key, or neither is', async () => {
      const { posts } = await store()
      const key = { memberId: alice._id, call: 'POST /posts', key: 'one attempt', fingerprint: 'these words' }
      const [lost, first, second] = [aPost(), aPost(), aPost()]
      const add = (post: NewPost) =>
        posts.add(post, actorOf(alice), (image) => toPostCreatedEvent(post, actorOf(alice), image), key)
      const crash = () => {
        throw new Error('no words')
      }
      await expect(posts.add(lost, actorOf(alice), crash, key)).rejects.toThrow('no words')
      expect(await add(first)).toMatchObject({ _id: first._id })
      expect(await add(second)).toMatchObject({ _id: first._id })
      expect(await posts.findMany([lost._id, second._id], alice)).toEqual([])
    })

    it('is removed by its author alone, with its fact', async () => {
      const { posts, facts } = await store()
      const post = await add(alice)
      const remove = (by: TestMember) =>
        posts.remove(post._id, actorOf(by), aMoment(), (gone) => toPostDeletedEvent(post._id, gone, aMoment()))
      await expect(remove(bob)).rejects.toMatchObject({ code: 'not_your_post' })
      await remove(alice)
      await expect(remove(alice)).rejects.toMatchObject({ code: 'post_not_found' })
      expect((await facts(post._id)).map(({ type }) => type)).toEqual(['post.created', 'post.deleted'])
    })
  })

  describe('a comment', () => {
    it('is kept together with its fact, once, however often it comes', async () => {
      const { posts, comments, facts } = await store()
      const post = await add(alice)
      const comment = createComment(post._id, actorOf(bob), 'Lovely!', aMoment())
      const keep = () => comments.add(comment, (moved) => toPostCommentedEvent(comment, moved))
      expect(await keep()).toMatchObject({ _id: comment._id, user: { username: 'bob' } })
      await keep()
      expect(await posts.findMany([post._id], alice)).toMatchObject([{ commentsCount: 1, rev: 2 }])
      expect(await facts(post._id)).toHaveLength(2)
    })

    it('on a post that is not there is refused, and announces nothing', async () => {
      const { comments, facts } = await store()
      const comment = createComment(unknownId, actorOf(bob), 'Lovely!', aMoment())
      const adding = comments.add(comment, (moved) => toPostCommentedEvent(comment, moved))
      await expect(adding).rejects.toMatchObject({ code: 'post_not_found' })
      expect(await facts(unknownId)).toEqual([])
    })

    it('is listed newest first, after a key, with one more than asked for', async () => {
      const { comments } = await store()
      const post = await add(alice)
      const made: KeysetKey[] = []
      for (let index = 0; index < 4; index += 1) {
        const comment = createComment(post._id, actorOf(bob), `${index}`, aMoment())
        made.unshift(await comments.add(comment, (moved) => toPostCommentedEvent(comment, moved)))
      }
      const list = async (after?: KeysetKey) =>
        (await comments.list(post._id, carol, { limit: 2, after, skip: 0 })).map(({ text }) => text)
      expect(await list()).toEqual(['3', '2', '1'])
      expect(await list(made[1])).toEqual(['1', '0'])
      expect(await list(made[3])).toEqual([])
    })
  })

  describe('a like', () => {
    it('changes the state, and nothing when it is so already', async () => {
      const { likes, facts } = await store()
      const post = await add(alice)
      const like = { postId: post._id, by: actorOf(bob), at: aMoment() }
      const set = (wanted?: boolean) => likes.set(like, wanted, (liked, moved) => toLikeEvent(like, liked, moved))
      expect(await set(false)).toEqual({ liked: false, changed: false })
      expect(await set(true)).toEqual({ liked: true, changed: true })
      expect(await set(true)).toEqual({ liked: true, changed: false })
      expect(await set()).toEqual({ liked: false, changed: true })
      expect(await set()).toEqual({ liked: true, changed: true })
      const types = (await facts(post._id)).map(({ type }) => type)
      expect(types).toEqual(['post.created', 'post.liked', 'post.unliked', 'post.liked'])
    })

    it('of a post that is not there is refused', async () => {
      const { likes } = await store()
      const like = { postId: unknownId, by: actorOf(bob), at: aMoment() }
      const nothing = (): DomainEvent =>
        createEvent(events.postDeleted, {
          source: 'posts',
          subject: unknownId,
          id: newId(like.at),
          time: like.at,
          data: { authorId: unknownId, rev: 0 },
        })
      await expect(likes.set(like, true, nothing)).rejects.toMatchObject({ code: 'post_not_found' })
    })
  })
})

describeOnEachEngine(engines, (open) => {
  const store = shareAcrossTests(async () => {
    const opened = await open()
    for (const from of [bob]) {
      await opened.members.upsertActor(actorOf(from))
      await opened.members.upsertActor(actorOf(alice))
      await opened.members.setFollow({ from: from._id, to: alice._id, version: 1, active: true, at: aMoment() })
    }
    const made: (KeysetKey & { by: TestMember })[] = []
    for (let index = 0; index < 30; index += 1) {
      const by = [alice, bob, carol][index % 3] as TestMember
      // every other one at the same moment as the one before
      const post = aPost(index % 2 ? thatMoment() : aMoment())
      await opened.posts.add(post, actorOf(by), (image) => toPostCreatedEvent(post, actorOf(by), image))
      made.push({ _id: post._id, createdAt: post.createdAt, by })
    }
    const newestFirst = made.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a._id < b._id ? 1 : -1))
    const of = (...authors: TestMember[]) => newestFirst.filter(({ by }) => authors.includes(by)).map(({ _id }) => _id)
    return { ...opened, of }
  })

  describe('the home timeline', () => {
    const home = async (scope: 'following' | 'discover' | 'all', by: 'cursor' | 'page') => {
      const { timeline } = await store()
      const ids: string[] = []
      for (let after: KeysetKey | undefined, skip = 0; ; skip += 4) {
        const keys = await timeline.listHome(
          bob,
          scope,
          by === 'page' ? { limit: 4, after: undefined, skip } : { limit: 4, after, skip: 0 },
        )
        const page = keys.slice(0, 4)
        ids.push(...page.map(({ _id }) => _id))
        after = page.at(-1)
        if (keys.length <= 4) return ids
      }
    }

    it.each(['cursor', 'page'] as const)('has each post of its scope once, newest first, by %s', async (by) => {
      const { of } = await store()
      expect(await home('following', by)).toEqual(of(alice, bob))
      expect(await home('discover', by)).toEqual(of(carol))
      expect(await home('all', by)).toEqual(of(alice, bob, carol))
    })

    it('passes over members across a block and members who left, and comes back with them', async () => {
      const { timeline, members, of } = await store()
      const all = { limit: 50, after: undefined, skip: 0 }
      const ids = async (scope: 'following' | 'discover' | 'all') =>
        (await timeline.listHome(bob, scope, all)).map(({ _id }) => _id)

      await members.setBlock({ from: carol._id, to: bob._id, version: 1, active: true, at: aMoment() })
      await members.applyAccount({ _id: alice._id, state: 'deactivated', accountVersion: 1 })
      expect(await ids('following')).toEqual(of(bob))
      expect(await ids('discover')).toEqual([])
      expect(await ids('all')).toEqual(of(bob))

      await members.setBlock({ from: carol._id, to: bob._id, version: 2, active: false, at: aMoment() })
      await members.applyAccount({ _id: alice._id, state: 'active', accountVersion: 2 })
      expect(await ids('all')).toEqual(of(alice, bob, carol))
    })

    it('of a guest is what everybody wrote', async () => {
      const { timeline, of } = await store()
      const all = { limit: 50, after: undefined, skip: 0 }
      expect((await timeline.listHome(undefined, 'all', all)).map(({ _id }) => _id)).toEqual(of(alice, bob, carol))
      expect((await timeline.listHome(undefined, 'discover', all)).map(({ _id }) => _id)).toEqual(of(alice, bob, carol))
      expect(await timeline.listHome(undefined, 'following', all)).toEqual([])
    })
  })

  describe('the timeline of a member', () => {
    it('has their posts, by their name in any case', async () => {
      const { timeline, of } = await store()
      const keys = await timeline.listByMember('Carol', bob, { limit: 50, after: undefined, skip: 3 })
      expect(keys.map(({ _id }) => _id)).toEqual(of(carol).slice(3))
    })

    it('is not there for nobody, nor across a block', async () => {
      const { timeline, members } = await store()
      const all = { limit: 50, after: undefined, skip: 0 }
      await expect(timeline.listByMember('nobody', bob, all)).rejects.toMatchObject({ code: 'member_not_found' })
      await members.setBlock({ from: alice._id, to: carol._id, version: 1, active: true, at: aMoment() })
      await expect(timeline.listByMember('alice', carol, all)).rejects.toMatchObject({ code: 'member_not_found' })
      await expect(timeline.listByMember('carol', alice, all)).rejects.toMatchObject({ code: 'member_not_found' })
    })
  })
})
