import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

async function setUp() {
  const notify = await started()
  const [author, member] = [await notify.addMember(), await notify.addMember()]
  const { testEvents, deliverEvents } = notify
  const envelope = (definition: Parameters<typeof testEvents.envelope>[0]) =>
    testEvents.envelope(definition, member._id)
  return {
    ...notify,
    author,
    member,
    muteWords: (version: number, ...texts: string[]) =>
      deliverEvents(
        createEvent(events.memberMutedWordsUpdated, {
          ...envelope(events.memberMutedWordsUpdated),
          data: { version, words: texts.map((text) => ({ text, until: null, in: ['alerts'] })) },
        }),
      ),
    mutePost: (postId: string, rev: number, until: Date | null = null) =>
      deliverEvents(
        createEvent(events.postMuted, {
          ...envelope(events.postMuted),
          data: { postId, isMuted: true, until: until?.toISOString() ?? null, rev },
        }),
      ),
    muteTag: (tag: string) =>
      deliverEvents(
        createEvent(events.tagMuted, {
          ...envelope(events.tagMuted),
          data: { tag, isMuted: true, until: null, rev: 1 },
        }),
      ),
    texts: async (by: TestMember = member) =>
      (await notify.as(by).notifications()).map(({ text }: { text: string }) => text),
  }
}

it('a comment with a muted word notifies nobody who mutes it, is in no event, and others do', async () => {
  const { addPost, deliverEvents, publishedEvents, author, member, muteWords, texts } = await setUp()
  const post = await addPost(member)
  await muteWords(1, 'ham')
  await deliverEvents(post.commented(author, 'Green eggs and HAM'))
  expect(await texts()).toEqual([])
  expect(JSON.stringify(await publishedEvents(member))).not.toContain('HAM')
  await deliverEvents(post.commented(author, 'Hamlet'))
  expect(await texts()).toEqual([expect.stringContaining('Hamlet')])
  await muteWords(2)
  await deliverEvents(post.commented(author, 'More ham'))
  expect(await texts()).toEqual([expect.stringContaining('More ham')])
})

it('a mention in a post with a muted tag notifies nobody who mutes it', async () => {
  const { deliverEvents, testEvents, author, member, muteTag, texts } = await setUp()
  await muteTag('lichen')
  await deliverEvents(testEvents.post(author, 'Look at this #Lichen, @you', '', [member]).created)
  expect(await texts()).toEqual([])
  await deliverEvents(testEvents.post(author, 'Look at this lichen, @you', '', [member]).created)
  expect(await texts()).toEqual(['mentioned you in a post'])
})

it('nothing of a muted post notifies until its time, and an older change does not bring it back', async () => {
  const { addPost, deliverEvents, clock, author, member, mutePost, texts } = await setUp()
  const post = await addPost(member)
  await mutePost(post._id, 5)
  await mutePost(post._id, 4, clock.now())
  await deliverEvents(post.liked(author), post.commented(author, 'First'))
  expect(await texts()).toEqual([])
  await mutePost(post._id, 6, new Date(clock.now().getTime() + HOUR_MS))
  await deliverEvents(post.commented(author, 'Second'))
  expect(await texts()).toEqual([])
  await mutePost(post._id, 7, clock.now())
  await deliverEvents(post.commented(author, 'Third'))
  expect(await texts()).toEqual([expect.stringContaining('Third')])
})
