import { expect, it } from '@jest/globals'
import type { KeysetKey } from '@meadow/service'
import { alice, bob, carol, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import type { NewPost } from '../src/posts/post.ts'
import type { ProfileTab } from '../src/timelines/timeline.ts'
import { toTestActor } from './fixtures.ts'
import {
  createLikeChange,
  createNewPost,
  createPostDeletion,
  createUploadedPicture,
  nextMoment,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

const everything = { limit: 50, after: undefined, skip: 0 }
const ids = (entries: readonly { _id: string }[]) => entries.map(({ _id }) => _id)

/** Alice and Bob have twelve posts in turn, half of them with a picture. Carol likes eight of them. */
describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(async () => {
    const opened = await open()
    const { posts, pictures, likes } = opened

    async function add(by: TestMember, hasPicture: boolean) {
      const picture = createUploadedPicture(by)
      if (hasPicture) await pictures.add(picture)
      const post: NewPost = { ...createNewPost(by), pictures: hasPicture ? [toNewPicture({ _id: picture._id })] : [] }
      await posts.add(post)
      return { ...post, by }
    }
    const like = (postId: string, at: Date, liked = true) => likes.set(createLikeChange(postId, carol, at), liked)

    await opened.members.upsertActor(toTestActor(carol))
    const made: Awaited<ReturnType<typeof add>>[] = []
    for (let index = 0; index < 12; index += 1) made.push(await add(index % 2 ? bob : alice, index % 4 < 2))
    const liked = [5, 0, 3, 8, 2, 7, 10, 1].map((index) => made[index] as (typeof made)[number])
    const sameTime = nextMoment() // of the first three likes
    for (const [index, { _id }] of liked.entries()) await like(_id, index < 3 ? sameTime : nextMoment())
    await like((made[11] as NewPost)._id, nextMoment())
    await like((made[11] as NewPost)._id, nextMoment(), false)
    const tied = liked.slice(0, 3).toSorted((a, b) => (a._id < b._id ? -1 : 1))
    return { ...opened, add, newest: made.toReversed(), likedLast: [...tied, ...liked.slice(3)].toReversed() }
  })

  const of = (all: { _id: string; by: TestMember }[], by: TestMember) => ids(all.filter((one) => one.by === by))

  async function listTab(username: string, tab: ProfileTab) {
    const { timeline } = await store()
    const listedIds: string[] = []
    for (let after: KeysetKey | undefined; ; ) {
      const keys = await timeline.listByMember(username, carol, { limit: 3, after }, tab)
      const page = keys.slice(0, 3)
      listedIds.push(...ids(page))
      after = page.at(-1)
      if (keys.length <= 3) return listedIds
    }
  }

  it('lists each post with a picture once, newest first', async () => {
    const { newest } = await store()
    const pictured = newest.filter(({ pictures }) => pictures.length > 0)
    expect(await listTab('alice', 'media')).toEqual(of(pictured, alice))
    expect(await listTab('bob', 'media')).toEqual(of(pictured, bob))
  })

  it('lists the posts of a member that the viewer likes, newest like first', async () => {
    const { likedLast } = await store()
    expect(await listTab('alice', 'liked')).toEqual(of(likedLast, alice))
    expect(await listTab('bob', 'liked')).toEqual(of(likedLast, bob))
  })

  it('lists all likes on the own profile', async () => {
    const { likedLast } = await store()
    expect(await listTab('carol', 'liked')).toEqual(ids(likedLast))
  })

  it('lists no likes of other members, and none for guests', async () => {
    const { timeline } = await store()
    expect(await timeline.listByMember('alice', bob, everything, 'liked')).toEqual([])
    expect(await timeline.listByMember('bob', bob, everything, 'liked')).toEqual([])
    expect(await timeline.listByMember('bob', undefined, everything, 'liked')).toEqual([])
  })

  it('hides authors across a block and deactivated authors, and shows them again afterwards', async () => {
    const { timeline, members, likedLast } = await store()
    const liked = async () => ids(await timeline.listByMember('carol', carol, everything, 'liked'))
    const block = { from: alice._id, to: carol._id, at: nextMoment() }
    await members.setBlock({ ...block, version: 1, active: true })
    expect(await liked()).toEqual(of(likedLast, bob))
    await members.applyAccount({ _id: bob._id, state: 'deactivated', accountVersion: 1 })
    expect(await liked()).toEqual([])
    await members.setBlock({ ...block, version: 2, active: false })
    await members.applyAccount({ _id: bob._id, state: 'active', accountVersion: 2 })
    expect(await liked()).toEqual(ids(likedLast))
  })

  it('omits a deleted post', async () => {
    const { timeline, posts, likes, add } = await store()
    const { _id } = await add(bob, true)
    await likes.set(createLikeChange(_id, carol), true)
    const tabs = async () => [
      ...ids(await timeline.listByMember('bob', carol, everything, 'media')),
      ...ids(await timeline.listByMember('bob', carol, everything, 'liked')),
      ...ids(await timeline.listByMember('carol', carol, everything, 'liked')),
    ]
    expect((await tabs()).filter((id) => id === _id)).toHaveLength(3)
    await posts.delete(createPostDeletion(_id, bob))
    expect(await tabs()).not.toContain(_id)
  })
})
