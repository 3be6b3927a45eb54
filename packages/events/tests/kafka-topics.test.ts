import { expect, it } from '@jest/globals'
import type { Admin } from 'kafkajs'
import { readKafkaAddress } from '../src/bus/kafka/kafka-address.ts'
import { toOutageError } from '../src/bus/kafka/kafka-outage.ts'
import { ensureTopics, TOPIC_NAMES } from '../src/bus/kafka/kafka-topics.ts'

/** An admin client without brokers, of which kafkajs reads the metadata of nothing. */
const admin = {
  listTopics: async () => [...TOPIC_NAMES],
  fetchTopicOffsets: async () => [],
  fetchTopicMetadata: async () => (null as unknown as { topicMetadata: [] }).topicMetadata,
  describeConfigs: async () => ({ resources: [], throttleTime: 0 }),
}

it('reports an outage if no broker responds with the metadata of the topics', async () => {
  const { topicSettings } = readKafkaAddress('kafka://a?replicationFactor=1')
  const error = await ensureTopics(admin as unknown as Admin, { prefix: '', topicSettings }).catch(toOutageError)
  expect(error).toMatchObject({ code: 'ETIMEDOUT' })
  expect(String(error)).toContain('no broker responded with metadata')
})
