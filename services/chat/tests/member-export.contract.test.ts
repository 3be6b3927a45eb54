import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { openMediaStore } from '@meadow/media'
import { EXPORT_CLAIM_MS, exportMemberPart, type OwnDataItem } from '@meadow/members'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { listPicturePaths, toRecordingPath } from '../src/pictures/picture-paths.ts'
import { addMutualFollowers, createNewMessage, openableStores } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (open) => {
  const opened = shareAcrossTests(open)

  async function setUp() {
    const { ports: store, publishedEvents } = await opened()
    const [member, neighbour] = await addMutualFollowers(store)
    let time = Date.now()
    const now = () => new Date(time)
    const send = async (by: TestMember, to: TestMember, fields: Parameters<typeof createNewMessage>[0]) => {
      const sent = await store.messages.send(
        createNewMessage(fields),
        { ...by, profileVersion: 0 },
        { otherId: to._id },
      )
      return sent.message
    }
    /** Reads all that an export has of the member, by kind. */
    const readAll = async () => {
      const items: Record<string, OwnDataItem[]> = {}
      const names: string[] = []
      for await (const page of store.ownData.readPages(member._id)) {
        items[page.kind] = [...(items[page.kind] ?? []), ...page.items]
        names.push(...page.files.map(({ name }) => name))
      }
      return { items, names }
    }
    const folder = await mkdtemp(join(tmpdir(), 'meadow-export-'))
    const exportFiles = await openMediaStore(pathToFileURL(folder).href)
    const task = { exportId: newId(now()), memberId: member._id, folder: 'a1', requestedAt: now() }
    const begin = () => store.consumerStore.transaction(({ exportTasks }) => exportTasks.begin(task))
    const deps = { service: 'chat' as const, consumerStore: store.consumerStore, ownData: store.ownData, now, newId }
    const writePart = (changes = {}) => exportMemberPart({ ...deps, exportFiles, ...changes })
    const findConfirmations = async () =>
      (await publishedEvents()).filter(({ subject, type }) => subject === member._id && type === 'member.part-exported')
    return {
      ...{ store, member, neighbour, send, readAll, now, exportFiles, task, begin, writePart, findConfirmations },
      ownData: store.ownData,
      advance: (ms: number) => {
        time += ms
      },
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    }
  }

  it('has both sides of conversations, without what was deleted and the names of those who left', async () => {
    await using used = await setUp()
    const { member, neighbour, send, store, readAll, now } = used
    await send(member, neighbour, { content: 'Mine' })
    const gone = await send(neighbour, member, { content: 'Taken back' })
    const theirs = await send(neighbour, member, { content: 'Yours' })
    const at = now()
    await store.messages.delete({
      messageId: gone._id,
      by: { ...neighbour, profileVersion: 0 },
      at,
      eventId: newId(at),
    })
    const by = { ...member, profileVersion: 0 }
    await store.reactions.set({ messageId: theirs._id, by, emoji: '👍', isSet: true, at, eventId: newId(at) })
    await store.messageDrafts.save({ _id: neighbour._id, memberId: member._id, content: 'Not sent', changedAt: at })
    await store.messages.storeStar({ messageId: theirs._id, memberId: member._id, isStarred: true, at })
    await store.messages.storeStar({ messageId: theirs._id, memberId: neighbour._id, isStarred: true, at })
    const { items } = await readAll()
    expect(items['messageDrafts']).toEqual([{ to: neighbour._id, text: 'Not sent', changedAt: at }])
    expect(items['messageStars']).toEqual([{ messageId: theirs._id, starredAt: at }])
    expect(items['messages']).toMatchObject([
      { from: member.username, text: 'Mine', sentAt: expect.any(Date) },
      { from: neighbour.username, text: 'Yours' },
    ])
    expect(items['conversations']).toMatchObject([
      { kind: 'direct', members: expect.arrayContaining([member.username]), settings: { archived: false } },
    ])
    expect(items['reactions']).toMatchObject([{ messageId: theirs._id, emoji: '👍' }])
    expect((await store.ownData.count(member._id)).kinds).toContainEqual({
      kind: 'reactions',
      count: 1,
      since: at.toISOString(),
    })
    await store.members.applyAccount({ _id: neighbour._id, accountVersion: 9, state: 'erased' })
    expect(JSON.stringify((await readAll()).items)).not.toContain(neighbour.username)
  })

  it('names the pictures of messages, and is complete without a picture whose file is gone', async () => {
    await using used = await setUp()
    const { member, neighbour, send, readAll, begin, writePart, findConfirmations, store } = used
    const picture = { _id: newId(new Date()), random: 'ab12', width: 1, height: 1, placeholder: '', narrower: [] }
    await store.scheduleMediaRemovals(listPicturePaths(picture), new Date()) // as an upload does
    await send(neighbour, member, { content: 'See', messageType: 'image', pictures: [picture] })
    expect((await readAll()).names).toEqual(['media/ab12.webp'])
    await begin()
    expect(await writePart({ files: { open: async () => undefined } })).toBe(true)
    expect(await findConfirmations()).toMatchObject([{ source: 'chat', data: { counts: { messages: 1 } } }])
  })

  it('names the recordings of messages, without those that cannot be played', async () => {
    await using used = await setUp()
    const { member, neighbour, send, readAll, store } = used
    for (const [random, status] of [
      ['ab12', 'ready'],
      ['cd34', 'failed'],
    ] as const) {
      const voice = { random, format: 'm4a' as const, status, durationMs: 1_000, peaks: [] }
      await store.scheduleMediaRemovals([toRecordingPath(voice)], new Date()) // as an upload does
      await send(neighbour, member, { content: '', messageType: 'voice', voice })
    }
    const { items, names } = await readAll()
    expect(names).toEqual(['media/ab12.m4a'])
    expect(items['messages']?.map((item) => item['voice'])).toEqual(['media/ab12.m4a', undefined])
  })

  it('names the videos of messages', async () => {
    await using used = await setUp()
    const { member, neighbour, send, readAll, store } = used
    const video = { random: 'ef56', format: 'mp4' as const, durationMs: 1_000, width: 4, height: 3, poster: null }
    await store.scheduleMediaRemovals(['c/ef/ef56.mp4'], new Date()) // as an upload does
    await send(neighbour, member, { content: '', messageType: 'video', video: { ...video, status: 'ready' } })
    const { items, names } = await readAll()
    expect(names).toEqual(['media/ef56.mp4'])
    expect(items['messages']?.map((item) => item['video'])).toEqual(['media/ef56.mp4'])
  })

  it('is written again by another process after a kill, and confirmed once', async () => {
    await using used = await setUp()
    const { begin, writePart, advance, store, now, findConfirmations, task } = used
    await begin()
    const until = new Date(now().getTime() + EXPORT_CLAIM_MS)
    await store.consumerStore.transaction(({ exportTasks }) => exportTasks.claim(now(), until)) // and is killed
    expect(await writePart()).toBe(false)
    advance(EXPORT_CLAIM_MS)
    expect(await writePart()).toBe(true)
    expect(await writePart()).toBe(false)
    expect(await findConfirmations()).toMatchObject([{ data: { exportId: task.exportId, service: 'chat' } }])
  })

  it.each([
    ['after it has stored the whole part', 'stored'],
    ['before it has read a page', 'begun'],
  ] as const)('keeps the part of the process that took over from one that stalled %s', async (_case, stalls) => {
    await using used = await setUp()
    const { begin, writePart, advance, exportFiles, findConfirmations, send, member, neighbour, ownData } = used
    await send(member, neighbour, { content: 'Mine' })
    await begin()
    /** Stalls longer than the claim, in which another process writes the part and confirms it. */
    const stall = async () => {
      advance(EXPORT_CLAIM_MS)
      expect(await writePart()).toBe(true)
    }
    const stalling = {
      exportFiles: {
        ...exportFiles,
        put: async (...file: Parameters<typeof exportFiles.put>) => {
          await exportFiles.put(...file)
          await stall()
        },
      },
    }
    async function* readPages(memberId: string) {
      await stall()
      yield* ownData.readPages(memberId)
    }
    expect(await writePart(stalls === 'stored' ? stalling : { ownData: { readPages } })).toBe(true)
    await using part = await exportFiles.open('a1/chat.tar')
    expect(part?.size).toBeGreaterThan(0)
    expect(await findConfirmations()).toHaveLength(1)
  })

  it('is confirmed by the process that holds the claim, although the one that stalled ends first', async () => {
    await using used = await setUp()
    const { begin, writePart, advance, exportFiles, findConfirmations } = used
    await begin()
    const stalled = Promise.withResolvers<void>()
    const resumed = Promise.withResolvers<void>()
    const put: typeof exportFiles.put = async (...file) => {
      await exportFiles.put(...file)
      stalled.resolve()
      await resumed.promise
    }
    const first = writePart({ exportFiles: { ...exportFiles, put } })
    await stalled.promise
    advance(EXPORT_CLAIM_MS)
    const takeOver: typeof exportFiles.put = async (...file) => {
      await exportFiles.put(...file)
      resumed.resolve()
      expect(await first).toBe(true)
      expect(await findConfirmations()).toEqual([])
    }
    expect(await writePart({ exportFiles: { ...exportFiles, put: takeOver } })).toBe(true)
    await using part = await exportFiles.open('a1/chat.tar')
    expect(part?.size).toBeGreaterThan(0)
    expect(await findConfirmations()).toHaveLength(1)
  })

  it('leaves no file of a member who is erased while it is written', async () => {
    await using used = await setUp()
    const { begin, writePart, store, member, exportFiles, findConfirmations } = used
    await begin()
    const put: typeof exportFiles.put = async (...file) => {
      await exportFiles.put(...file)
      await store.consumerStore.transaction(async ({ exportTasks, members }) => {
        await members.applyAccount({ _id: member._id, accountVersion: 9, state: 'erased' })
        await exportTasks.dropPartsOf(member._id)
      })
    }
    expect(await writePart({ exportFiles: { ...exportFiles, put } })).toBe(true)
    expect(await exportFiles.open('a1/chat.tar')).toBeUndefined()
    expect(await findConfirmations()).toEqual([])
  })
})
