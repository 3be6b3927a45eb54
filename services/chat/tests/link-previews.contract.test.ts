import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import type { PreviewFetcher } from '@meadow/link-preview'
import { createTestPicture } from '@meadow/media/testing'
import { newId } from '@meadow/service'
import { describeOnEachEngine, eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

const DAY_MS = 24 * 3_600_000
let urlCount = 0
const createUrl = () => `https://example.com/${++urlCount}`

describeOnEachEngine(await openableStores(), (openStore) => {
  const fetchedUrls: string[] = []
  /** Resolves when the page may be read. */
  let gate = Promise.resolve()
  const previewFetcher: PreviewFetcher = {
    async fetch(url) {
      fetchedUrls.push(url)
      await gate
      return { title: `Page ${url}`, description: 'About it', site: '', picture: await createTestPicture() }
    },
    [Symbol.dispose]: () => undefined,
  }
  const chat = shareAcrossTests(() => startChatApi({ previewFetcher }, { openStore }))

  async function setUp() {
    const started = await chat()
    const [ann, ben] = await started.addMutualFollowers()
    const readAs = (member: TestMember) => async (): Promise<MessageView> => {
      const { messages } = await started.as(member).list(member === ann ? ben : ann)
      return messages.at(-1)
    }
    const [readByAnn, readByBen] = [readAs(ann), readAs(ben)]
    const edit = async (id: string, content: string): Promise<MessageView> =>
      (await started.as(ann).put(`/messages/${id}`).send({ content }).expect(200)).body.message
    const setPreview = (id: string, isShown: boolean, by = ann) =>
      started.as(by).put(`/messages/${id}/link-preview`).send({ isShown })
    const waitForPreview = (url: string) =>
      eventually(async () => {
        const message = await readByBen()
        expect(message.linkPreview?.url).toBe(url)
        return message
      })
    return { ...started, ann, ben, readByAnn, readByBen, edit, setPreview, waitForPreview }
  }

  it('both members get the preview of the first link, in open pages and with missed changes', async () => {
    const { as, connect, ann, ben, waitForPreview } = await setUp()
    const [anns, bens] = [await connect(ann), await connect(ben)]
    const url = createUrl()
    const sent = await as(ann).sendMessage(ben, `Look at ${url} and ${createUrl()}`)
    expect(sent).not.toHaveProperty('linkPreview')
    const message = await waitForPreview(url)
    expect(message).toMatchObject({ edited: false, editedAt: null, isRead: false })
    expect(message.rev).toBeGreaterThan(sent.rev)
    expect(message.linkPreview).toMatchObject({ title: `Page ${url}`, description: 'About it', site: '' })
    for (const device of [anns, bens]) {
      const [pushed] = await waitForPushes(device, 'messageEdited')
      expect(pushed).toMatchObject({ _id: sent._id, rev: message.rev, linkPreview: { url } })
    }
    const { messages } = await as(ben).changes(ann, sent.rev)
    expect(messages).toMatchObject([{ _id: sent._id, linkPreview: { url } }])
    expect(await as(ben).unreadCount()).toBe(1)
  })

  it('the picture is a copy of ours, whose URL is signed', async () => {
    const { as, ann, ben, waitForPreview } = await setUp()
    const url = createUrl()
    await as(ann).sendMessage(ben, url)
    const { linkPreview } = await waitForPreview(url)
    const picture = linkPreview?.picture?.url ?? ''
    expect(picture).toMatch(/^\/media\/c\/.*[?]exp=/)
    const { headers } = await as(ben).get(picture).expect(200)
    expect(headers['content-type']).toBe('image/webp')
    await as(ben)
      .get(picture.split('?')[0] ?? '')
      .expect(403)
  })

  it('a page is fetched once for all messages', async () => {
    const { as, ann, ben, waitForPreview } = await setUp()
    const url = createUrl()
    await as(ann).sendMessage(ben, url)
    const first = await waitForPreview(url)
    const sent = await as(ben).sendMessage(ann, `Again ${url}`)
    const second = await eventually(async () => {
      const message = (await as(ann).list(ben)).messages.at(-1)
      expect(message).toMatchObject({ _id: sent._id, linkPreview: { url } })
      return message
    })
    expect(second.linkPreview.picture._id).toBe(first.linkPreview?.picture?._id)
    expect(fetchedUrls.filter((fetched) => fetched === url)).toEqual([url])
  })

  it('an edit keeps the preview of the same link, and replaces or removes that of another', async () => {
    const { as, ann, ben, readByBen, edit, waitForPreview } = await setUp()
    const [url, other] = [createUrl(), createUrl()]
    const { _id } = await as(ann).sendMessage(ben, url)
    await waitForPreview(url)
    expect((await edit(_id, `See ${url}`)).linkPreview?.url).toBe(url)
    expect(await edit(_id, `See ${other}`)).not.toHaveProperty('linkPreview')
    await waitForPreview(other)
    await edit(_id, 'See nothing')
    expect(await readByBen()).not.toHaveProperty('linkPreview')
  })

  it('a preview that was found for an earlier text is not shown', async () => {
    const { as, ann, ben, readByBen, edit, store } = await setUp()
    const [url, other] = [createUrl(), createUrl()]
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const { _id } = await as(ann).sendMessage(ben, url)
    await eventually(() => expect(fetchedUrls).toContain(url))
    await edit(_id, `Now ${other}`)
    resolve()
    gate = Promise.resolve()
    await eventually(async () => expect((await readByBen()).linkPreview?.url).toBe(other))
    expect(await store.ports.linkPreviews.cache.find(url, new Date())).toMatchObject({ url })
  })

  it('a removal takes the preview away in open pages, holds for later texts, and can be taken back', async () => {
    const { as, connect, ann, ben, readByBen, edit, waitForPreview, setPreview } = await setUp()
    const [url, other] = [createUrl(), createUrl()]
    const { _id } = await as(ann).sendMessage(ben, url)
    await waitForPreview(url)
    const bens = await connect(ben)
    const { message } = (await setPreview(_id, false).expect(200)).body
    expect(message).toMatchObject({ _id, edited: false, isLinkPreviewRemoved: true })
    expect(message).not.toHaveProperty('linkPreview')
    const [pushed] = await waitForPushes(bens, 'messageEdited')
    expect(pushed).toMatchObject({ _id, rev: message.rev, isLinkPreviewRemoved: true })
    expect(pushed).not.toHaveProperty('linkPreview')
    expect((await setPreview(_id, false).expect(200)).body.message.rev).toBe(message.rev)
    await edit(_id, `See ${other}`)
    const sent = await as(ann).sendMessage(ben, createUrl())
    await eventually(async () => expect(await readByBen()).toMatchObject({ _id: sent._id, linkPreview: {} })) // worked through
    const { messages } = await as(ben).list(ann)
    expect(messages.at(-2)).toMatchObject({ _id, content: `See ${other}`, isLinkPreviewRemoved: true })
    expect(messages.at(-2)).not.toHaveProperty('linkPreview')
    expect((await setPreview(_id, true).expect(200)).body.message).not.toHaveProperty('isLinkPreviewRemoved')
    await eventually(async () =>
      expect((await as(ben).list(ann)).messages.at(-2)).toMatchObject({ _id, linkPreview: { url: other } }),
    )
  })

  it('a preview that is fetched while the sender removes it is not shown', async () => {
    const { as, ann, ben, readByBen, setPreview, store } = await setUp()
    const url = createUrl()
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const { _id } = await as(ann).sendMessage(ben, url)
    await eventually(() => expect(fetchedUrls).toContain(url))
    await setPreview(_id, false).expect(200)
    resolve()
    gate = Promise.resolve()
    await eventually(async () =>
      expect(await store.ports.linkPreviews.cache.find(url, new Date())).toMatchObject({ url }),
    )
    const sent = await as(ann).sendMessage(ben, createUrl())
    await eventually(async () => expect(await readByBen()).toMatchObject({ _id: sent._id, linkPreview: {} }))
    expect((await as(ben).list(ann)).messages.at(-2)).not.toHaveProperty('linkPreview')
  })

  it('only the sender removes a preview, also across a block, where it is pushed to nobody else and cannot be shown again', async () => {
    const { as, connect, relations, ann, ben, readByAnn, waitForPreview, setPreview } = await setUp()
    const url = createUrl()
    const { _id } = await as(ann).sendMessage(ben, url)
    await waitForPreview(url)
    await setPreview(_id, false, ben).expect(403, /not_your_message/)
    const [anns, bens] = [await connect(ann), await connect(ben)]
    await relations.block(ben, ann)
    await setPreview(_id, false).expect(200)
    await waitForPushes(anns, 'messageEdited')
    expect(bens.received('messageEdited')).toEqual([])
    await setPreview(_id, true).expect(403, /not_mutual/)
    expect(await readByAnn()).not.toHaveProperty('linkPreview')
    await as(ann).delete(`/messages/${_id}`).expect(200)
    await setPreview(_id, true).expect(404)
    expect(await readByAnn()).not.toHaveProperty('isLinkPreviewRemoved')
  })

  it('a deletion removes the preview, whose files go when it has expired and no message shows it', async () => {
    const { as, ann, ben, readByBen, waitForPreview, store, now } = await setUp()
    const url = createUrl()
    const sent = await as(ann).sendMessage(ben, url)
    const { linkPreview } = await waitForPreview(url)
    const { cache, queue } = store.ports.linkPreviews
    const expired = new Date(now().getTime() + 2 * DAY_MS)
    await cache.deleteUnused(expired)
    expect(await cache.find(url, now())).toMatchObject({ url }) // the message shows it
    await as(ann).delete(`/messages/${sent._id}`).expect(200)
    expect(await readByBen()).not.toHaveProperty('linkPreview')
    const later = new Date(expired.getTime() + 2 * DAY_MS)
    await cache.deleteUnused(later)
    expect(await cache.find(url, now())).toBeUndefined()
    const removed: string[] = []
    const remove = async (path: string) => void removed.push(path)
    while ((await store.ports.mediaRemovalQueue.removeDue(later, remove)).due > 0);
    const [, random] = /([0-9a-f]{32})/.exec(linkPreview?.picture?.url ?? '') ?? []
    expect(removed).toContain(`c/${random?.slice(0, 2)}/${random}.webp`)
    const gone = { _id: newId(now()), url, title: '', description: '', site: '', picture: null }
    expect(await queue.finish({ id: sent._id, url }, gone, now())).toBeUndefined()
    expect(await readByBen()).not.toHaveProperty('linkPreview')
  })

  it('nothing is pushed across a block', async () => {
    const { as, connect, relations, ann, ben, readByAnn } = await setUp()
    const [anns, bens] = [await connect(ann), await connect(ben)]
    const url = createUrl()
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    await as(ann).sendMessage(ben, url)
    await relations.block(ben, ann)
    resolve()
    gate = Promise.resolve()
    await eventually(async () => expect((await readByAnn()).linkPreview?.url).toBe(url))
    await waitForPushes(anns, 'messageEdited')
    expect(bens.received('messageEdited')).toEqual([])
  })

  it('code, addresses of this machine and texts without a link have none', async () => {
    const { as, ann, ben, waitForPreview } = await setUp()
    const url = createUrl()
    await as(ann).sendMessage(ben, '`https://example.org/code` https://localhost/ javascript:alert(1)')
    await as(ann).sendMessage(ben, url)
    await waitForPreview(url)
    const { messages } = await as(ben).list(ann)
    expect(messages.filter((message: MessageView) => message.linkPreview)).toHaveLength(1)
    expect(fetchedUrls.filter((fetched) => /code|localhost/.test(fetched))).toEqual([])
  })
})
