import { freePort } from '@meadow/stack/ports'
import { kafka } from '../engines/kafka.ts'
import { IMAGES } from '../versions.ts'
import { ownServer } from './own-server.ts'
import type { TestEngine } from './test-engine.ts'

/** Clients are told this address by the broker itself, so the port must be known before it starts. */
const settings = (port: number) => ({
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

export const kafkaForTests: TestEngine = {
  variable: 'TEST_KAFKA_URL',
  async inContainer() {
    const { GenericContainer, Wait } = await import('testcontainers')
    const port = await freePort()
    const container = await new GenericContainer(IMAGES.kafka)
      .withExposedPorts({ container: 9092, host: port })
      .withEnvironment(settings(port))
      .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
      .start()
    return {
      url: `kafka://127.0.0.1:${port}`,
      what: `${IMAGES.kafka} in a container`,
      [Symbol.asyncDispose]: async () => void (await container.stop()),
    }
  },
  async onThisMachine() {
    const server = await ownServer(kafka)
    return {
      url: `kafka://127.0.0.1:${server.place.ports[0]}`,
      what: `${kafka.version} on this machine`,
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  },
}
