import { expect, it } from '@jest/globals'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import { createLikeChange, createNewPost, nextMoment, storeOpeners } from './repository-fixtures.ts'

const FIRST_PAGE = { limit: 2, after: undefined, skip: 0 }

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function setUp(memberCount: number) {
    const opened = await store()
    const relations = createTestRelations(opened.members, nextMoment)
    const [author, ...likers] = await Promise.all(
      Array.from({ length: memberCount + 1 }, () => relations.addMember(createTestMember())),
    )
    if (!author) throw new Error('There is no author')
    const post = createNewPost(author)
    await opened.posts.add(post)
    const like = (member: typeof author, at = nextMoment(), isLiked = true) =>
      opened.likes.set(createLikeChange(post._id, member, at), isLiked)
    const list = async (
      viewer: { _id: string } | undefined,
      window: typeof FIRST_PAGE = { ...FIRST_PAGE, limit: 50 },
    ) => opened.likes.listLikers(post._id, viewer, window)
    const listIds = async (viewer: { _id: string } | undefined) => (await list(viewer)).map(({ _id }) => _id)
    return { ...opened, ...relations, author, likers, post, like, list, listIds }
  }

  it('members who like a post are listed once, the newest like first, with their relation to the viewer', async () => {
    const { author, likers, like, list, listIds, follow } = await setUp(3)
    const [one, two, three] = likers as [typeof author, typeof author, typeof author]
    for (const member of [one, two, three, author]) await like(member)
    await like(two, nextMoment(), false)
    await like(two)
    expect(await listIds(author)).toEqual([two, author, three, one].map(({ _id }) => _id))
    await follow(author, three)
    expect((await list(author)).map(({ member }) => [member.username, member.isFollowing])).toEqual([
      [two.username, false],
      [author.username, false],
      [three.username, true],
      [one.username, false],
    ])
    await like(two, nextMoment(), false)
    expect(await listIds(author)).toEqual([author, three, one].map(({ _id }) => _id))
  })

  it('pages neither skip nor repeat members, also of likes of the same millisecond, and of likes that come or go between them', async () => {
    const { author, likers, like, list } = await setUp(7)
    const at = nextMoment()
    for (const member of likers.slice(0, 5)) await like(member, at)
    const expected = likers
      .slice(0, 5)
      .map(({ _id }) => _id)
      .toSorted()
    const read: string[] = []
    let after: Awaited<ReturnType<typeof list>>[number] | undefined
    for (;;) {
      const found = await list(author, { ...FIRST_PAGE, after: after as never })
      const page = found.slice(0, 2)
      read.push(...page.map(({ _id }) => _id))
      after = page.at(-1)
      if (found.length <= 2) break
      await like(likers[5] as typeof author) // newer than the first page
    }
    expect(read).toEqual(expected)
  })

  it('leaves out members whom the viewer cannot see, and fills the page with the next ones', async () => {
    const { author, likers, like, list, listIds, block, deactivate, setPrivate } = await setUp(6)
    const [blocked, blocking, gone, hermit, viewer, oldest] = likers as Array<typeof author> as [
      typeof author,
      typeof author,
      typeof author,
      typeof author,
      typeof author,
      typeof author,
    ]
    for (const member of [oldest, viewer, hermit, gone, blocking, blocked]) await like(member)
    await block(viewer, blocked)
    await block(blocking, viewer)
    await deactivate(gone)
    await setPrivate(hermit, true)
    expect(await listIds(viewer)).toEqual([hermit, viewer, oldest].map(({ _id }) => _id))
    expect((await list(viewer, FIRST_PAGE)).slice(0, 2).map(({ _id }) => _id)).toEqual([hermit._id, viewer._id])
    expect(await listIds(author)).toEqual([blocked, blocking, hermit, viewer, oldest].map(({ _id }) => _id))
    expect(await listIds(undefined)).toHaveLength(5)
  })
})
