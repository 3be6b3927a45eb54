import { expect, it, jest } from '@jest/globals'
import { describeOnEachEngine, eventually, testLog } from '@meadow/testing'
import { type OwnServer, onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { openBus } from '../src/index.ts'
import { ensureKafkaAccess } from '../src/roles/kafka-access.ts'
import {
  createMemberEvent,
  createPostEvent,
  createTestDeadLetter,
  publishDeadLetters,
  subscribeAndCollect,
} from './fixtures.ts'

jest.setTimeout(120_000) // starts a broker

const openFor = ({ variables }: OwnServer, service: string) =>
  openBus((variables[`${service.toUpperCase()}_BUS_URL`] ?? '').replace('?', '/own?'), { log: testLog })

describeOnEachEngine(await onOwnEngine('kafka', () => startOwnServer('kafka')), (start) => {
  it('lets each service publish its own events, and read only the topics that it consumes', async () => {
    await using server = await start()
    await ensureKafkaAccess(`kafka://127.0.0.1:${server.port}/own?replicationFactor=1`, testLog)
    await ensureKafkaAccess(`kafka://127.0.0.1:${server.port}/own?replicationFactor=1`, testLog)
    await using auth = await openFor(server, 'auth')
    await using posts = await openFor(server, 'posts')
    const event = createMemberEvent(1)
    {
      await using received = await subscribeAndCollect(posts, 'posts')
      await auth.publish([event])
      await eventually(() => expect(received.ids).toEqual([event.id]))
    }
    await posts.publish([createPostEvent(1)])
    await publishDeadLetters(posts, createTestDeadLetter({ event, topic: 'members', consumer: 'posts' }))

    await expect(auth.publish([createPostEvent(2)])).rejects.toThrow(/not authorized/i)
    const foreign = createTestDeadLetter({ event, topic: 'posts', consumer: 'chat' })
    await expect(publishDeadLetters(posts, foreign)).rejects.toThrow(/not authorized/i)
    await using ofPosts = await subscribeAndCollect(posts, 'posts', ['posts'])
    await using ofOther = await subscribeAndCollect(posts, 'notify', ['members'])
    await using social = await openFor(server, 'social')
    await using control = await subscribeAndCollect(social, 'social', ['members', 'posts'])
    await eventually(() => expect(control.ids).toHaveLength(2))
    expect([ofPosts.ids, ofOther.ids]).toEqual([[], []])
  })
})
