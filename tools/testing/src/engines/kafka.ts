import { IMAGES, kafka } from '@meadow/engines'
import { startContainer, startLocalServer } from './start.ts'
import type { TestEngine } from './test-engine.ts'

const toEnvironment = (port: number) => ({
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
})

const toUrl = (port: number) => `kafka://127.0.0.1:${port}`

export const kafkaTestEngine: TestEngine = {
  urlVariable: 'TEST_KAFKA_URL',
  async startContainer() {
    const { Wait } = await import('testcontainers')
    return startContainer({
      image: IMAGES.kafka,
      port: 9_092,
      toUrl,
      configure: (container, port) =>
        container.withEnvironment(toEnvironment(port)).withWaitStrategy(Wait.forLogMessage(/Kafka Server started/)),
    })
  },
  startLocally: () => startLocalServer(kafka, toUrl),
}
