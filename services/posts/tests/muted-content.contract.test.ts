import { expect, it } from '@jest/globals'
import { MAX_MUTED_TAGS } from '@meadow/contracts/limits'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import type { MutedTarget } from '../src/muting/muted-content.ts'
import { toTestActor } from './fixtures.ts'
import { currentMoment, nextMoment, storeOpeners } from './repository-fixtures.ts'

const POST_ID = '0199a000-0000-7000-8000-0000000005f1'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function openMember() {
    const { mutedContent, members, outbox } = await store()
    const member = createTestMember()
    await members.upsertActor(toTestActor(member))
    return {
      member,
      members,
      mutedContent,
      outbox,
      find: (at = currentMoment()) => mutedContent.find(member._id, at),
      change: (target: MutedTarget, wanted: { until: Date | null } | false = { until: null }, at = nextMoment()) =>
        mutedContent.change({ ...target, memberId: member._id, wanted, at, eventId: newId(at) }),
    }
  }
  const tag = (target: string) => ({ kind: 'tag', target }) as const
  const post = (target: string) => ({ kind: 'post', target }) as const

  it('lists what a member mutes now, newest first, beside the words', async () => {
    const { members, member, find, change } = await openMember()
    expect(await find()).toEqual({ words: [], content: [] })
    const soon = new Date(nextMoment().getTime() + 60_000)
    await change(post(POST_ID), { until: soon })
    await change(tag('moss'))
    const words = [{ text: 'ham', until: null, in: ['feed'] }]
    await members.applyMutedWords({ memberId: member._id, version: 1, words })
    const moss = { ...tag('moss'), until: null }
    expect(await find()).toEqual({ words, content: [moss, { ...post(POST_ID), until: soon }] })
    expect((await find(soon)).content).toEqual([moss])
  })

  it('changes the end of a mute, and ends it; a repeat publishes nothing', async () => {
    const { find, change, outbox } = await openMember()
    const countEvents = async () => (await outbox.measureBacklog()).length
    const before = await countEvents()
    const later = new Date(nextMoment().getTime() + 3_600_000)
    for (const until of [null, null, later, later]) await change(tag('moss'), { until })
    expect((await find()).content).toEqual([{ ...tag('moss'), until: later }])
    for (const _again of [1, 2]) await change(tag('moss'), false)
    expect(await find()).toMatchObject({ content: [] })
    expect((await countEvents()) - before).toBe(3)
  })

  it('can mute as many tags as the limit at a time; ended mutes do not count', async () => {
    const { find, change } = await openMember()
    const at = nextMoment()
    const soon = new Date(at.getTime() + 500)
    await change(tag('ended'), { until: soon }, at)
    for (let n = 0; n < MAX_MUTED_TAGS; n += 1)
      await change(tag(`tag${n}`), { until: null }, new Date(at.getTime() + 600 + n / 10))
    await expect(change(tag('more'))).rejects.toMatchObject({ code: 'content_mute_limit_reached' })
    await change(tag('tag0'), { until: new Date(at.getTime() + 10_000_000) })
    await change(post(POST_ID))
    expect((await find()).content).toHaveLength(MAX_MUTED_TAGS + 1)
  })
})
