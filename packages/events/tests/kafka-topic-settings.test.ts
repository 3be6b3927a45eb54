import { describe, expect, it } from '@jest/globals'
import { assertTopicsMeetSettings } from '../src/bus/kafka/kafka-topic-settings.ts'

const settings = { replicationFactor: 3, minInsyncReplicas: 2 }
const posts = { topic: 'posts', replicationFactor: 3, minInsyncReplicas: 2 }

describe('the replication of existing topics', () => {
  it('may be as configured, or stronger', () => {
    const stronger = { topic: 'members', replicationFactor: 5, minInsyncReplicas: 3 }
    expect(() => assertTopicsMeetSettings([posts, stronger], settings)).not.toThrow()
  })

  it.each([
    [{ replicationFactor: 1 }, 'has a replication factor of 1 instead of 3: change'],
    [{ minInsyncReplicas: 1 }, 'has min.insync.replicas of 1 instead of 2: change'],
    [
      { replicationFactor: 2, minInsyncReplicas: 1 },
      'has a replication factor of 2 instead of 3 and min.insync.replicas of 1 instead of 2: change',
    ],
  ])('is refused with the found and the wanted value: %j', (weakness, difference) => {
    const members = { ...posts, topic: 'members', ...weakness }
    expect(() => assertTopicsMeetSettings([posts, members], settings)).toThrow(`The Kafka topic members ${difference}`)
  })

  it('is refused in one sentence although several topics are too weak', () => {
    const weak = ['a', 'b', 'c'].map((topic) => ({ ...posts, topic, minInsyncReplicas: 1 }))
    expect(() => assertTopicsMeetSettings(weak, settings)).toThrow(
      'The Kafka topic a has min.insync.replicas of 1 instead of 2, and 2 more topics are too weak',
    )
  })
})
