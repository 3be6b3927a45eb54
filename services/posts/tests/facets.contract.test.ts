import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { type CommentView, events, type PostView } from '@meadow/contracts'
import { findFacets } from '@meadow/contracts/find-facets'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import fc from 'fast-check'
import { openPosts } from './fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

describeOnEachEngine(await postsTestStores.listOpeners(), (openStore) => {
  const started = shareAcrossTests(() => openPosts({ openStore }))
  async function openMembers() {
    const posts = await started()
    const [author, mentioned] = [await posts.addMember(), await posts.addMember()]
    return { ...posts, author, mentioned }
  }

  it('a post has its links, tags, and mentions of members, in every response; a text without them has no facets', async () => {
    const { as, addPost, uploadPicture, author, mentioned } = await openMembers()
    const name = `@${mentioned.username}`
    const content = `😀 ${name}, see example.org #walk @nobody.here`
    const end = 2 + name.length
    const facets = [
      { start: 2, end, memberId: mentioned._id },
      { start: end + 6, end: end + 17, url: 'https://example.org/' },
      { start: end + 18, end: end + 23, tag: 'walk' },
    ]
    const { url: image } = await uploadPicture(author)
    for (const post of [await addPost({ by: author, content }), await addPost({ by: author, content, image })]) {
      expect(post.facets).toEqual(facets)
      expect((await as(mentioned).get(`/posts/${post._id}`)).body.facets).toEqual(facets)
    }
    const { body } = await as(mentioned).get(`/posts/user/${author.username}`)
    expect(body.posts.map((post: PostView) => post.facets)).toEqual([facets, facets])
    expect(await addPost({ by: author, content: 'Plain' })).not.toHaveProperty('facets')
  })

  it('the facets of a post and of a comment are those of their text after any sequence of edits', async () => {
    const { as, addPost, addComment, author, mentioned } = await openMembers()
    const post = await addPost({ by: author })
    const comment = await addComment(post, author, 'A comment')
    const findExpected = (text: string) =>
      findFacets(text).flatMap(({ username, ...facet }) => {
        if (username === undefined) return facet
        return username === mentioned.username ? { ...facet, memberId: mentioned._id } : []
      })
    const pieces = [`@${mentioned.username}`, '@nobody.here', '#walk', 'https://example.org/(a)', 'example.org', '😀']
    const piece = fc.constantFrom(...pieces, 'and', ' ', '\n', '`', '漢', '.', '\u200b')
    const text = fc.array(piece, { maxLength: 12 }).map((parts) => `A${parts.join('')}`)
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
        for (const content of texts) {
          const { rev } = (await as(author).get(`/posts/${post._id}`).expect(200)).body
          await as(author).put(`/posts/${post._id}`).send({ content, rev }).expect(200)
          const path = `/posts/${post._id}/comments`
          const [{ editedAt = null }] = (await as(author).get(path).expect(200)).body.comments
          await as(author).put(`${path}/${comment._id}`).send({ text: content, editedAt }).expect(200)
        }
        const { body: shown } = await as(mentioned).get(`/posts/${post._id}`).expect(200)
        const [{ text: shownText, facets = [] }] = shown.comments
        expect(shown.facets ?? []).toEqual(findExpected(shown.content))
        expect(facets).toEqual(findExpected(shownText))
      }),
      { numRuns: 20 },
    )
  })

  it('a comment keeps its facets in the preview, the list, the event, and while moderators hide it', async () => {
    const { as, addPost, addComment, deliverEvents, publishedEvents, author, mentioned } = await openMembers()
    const post = await addPost({ by: author })
    const comment = await addComment(post, author, `@${mentioned.username}`)
    const facets = [{ start: 0, end: mentioned.username.length + 1, memberId: mentioned._id }]
    const readFacets = async () => {
      const [one, list] = [
        await as(author).get(`/posts/${post._id}`),
        await as(author).get(`/posts/${post._id}/comments`),
      ]
      return [...one.body.comments, ...list.body.comments].map((shown: CommentView) => shown.facets)
    }
    expect(comment.facets).toEqual(facets)
    expect(await readFacets()).toEqual([facets, facets])
    expect((await publishedEvents(post)).at(-1)).toMatchObject({ data: { view: { comments: [{ facets }] } } })
    const setHidden = (isHidden: boolean) =>
      createEvent(events.reportContentHidden, {
        source: 'social',
        subject: randomUUID(),
        id: newId(new Date()),
        time: new Date(),
        data: { kind: 'comment', targetId: comment._id, reportedId: null, isHidden },
      })
    await deliverEvents(setHidden(true))
    expect(await readFacets()).toEqual([])
    await deliverEvents(setHidden(false))
    expect(await readFacets()).toEqual([facets, facets])
    expect((await publishedEvents(post)).at(-1)).toMatchObject({ data: { view: { comments: [{ facets }] } } })
  })

  it('the events of a post and a comment name each mentioned member once', async () => {
    const { addPost, addComment, publishedEvents, author, mentioned } = await openMembers()
    const name = `@${mentioned.username}`
    const post = await addPost({ by: author, content: `${name} and ${name.toUpperCase()} and @nobody.here` })
    await addComment(post, mentioned, `@${author.username}`)
    await addComment(post, mentioned, 'Nobody')
    const data = (await publishedEvents(post)).map((event) => (event.data as { mentionedIds?: string[] }).mentionedIds)
    expect(data).toEqual([[mentioned._id], [author._id], undefined])
  })

  it('a former username mentions its member while it is kept and nobody else has it', async () => {
    const { members, addMember, addPost, author } = await openMembers()
    const [renamed, forgotten, robbed, other] = await Promise.all([addMember(), addMember(), addMember(), addMember()])
    const keep = (username: string, memberId: string, ms: number) =>
      members.keepFormerUsername({ username, memberId, keptUntil: new Date(Date.now() + ms) })
    const [kept, expired] = [`was.${renamed.username}`, `was.${forgotten.username}`]
    await keep(kept, renamed._id, 60_000)
    await keep(expired, forgotten._id, -1)
    await keep(other.username, robbed._id, 60_000)
    const post = await addPost({ by: author, content: `@${kept} @${expired} @${other.username} @${renamed.username}` })
    expect(post.facets?.map(({ memberId }) => memberId)).toEqual([renamed._id, other._id, renamed._id])
  })

  it('nobody is mentioned across a block, who is gone, or whose content is private to the author', async () => {
    const { relations, members, addMember, addPost, author } = await openMembers()
    const [blocked, blocking, gone, hidden, followed] = [
      await addMember(),
      await addMember(),
      await addMember(),
      await addMember(),
      await addMember(),
    ]
    await relations.block(author, blocked)
    await relations.block(blocking, author)
    await relations.deactivate(gone)
    for (const { _id } of [hidden, followed])
      await members.applyPrivacy({ _id, isPrivate: true, contactPrivacy: {}, privacyVersion: 1 })
    await relations.follow(author, followed)
    const everyone = [blocked, blocking, gone, hidden, followed, author]
    const post = await addPost({ by: author, content: everyone.map(({ username }) => `@${username}`).join(' ') })
    expect(post.facets?.map(({ memberId }) => memberId)).toEqual([followed._id, author._id])
  })
})
