import { KAFKA_SETTINGS, kafka } from '@meadow/engines'
import { startContainer } from './start-container.ts'
import { startLocalServer } from './start-local-server.ts'
import type { TestEngine } from './test-engine.ts'

/** Returns the variable of the image for a setting: KAFKA_NODE_ID for node.id. */
const toVariableName = (setting: string) => `KAFKA_${setting.toUpperCase().replaceAll('.', '_')}`

const toEnvironment = (port: number) => ({
  CLUSTER_ID: 'MEADOWMEADOWMEADOWMEADQ',
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  // the broker checks transactions at its own coordinator, inside the container, where the port of the host leads nowhere
  KAFKA_LISTENERS: 'CLIENTS://:9092,BROKER://localhost:9094,CONTROLLER://localhost:9093',
  KAFKA_ADVERTISED_LISTENERS: `CLIENTS://127.0.0.1:${port},BROKER://localhost:9094`,
  KAFKA_INTER_BROKER_LISTENER_NAME: 'BROKER',
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CLIENTS:PLAINTEXT,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
  ...Object.fromEntries(Object.entries(KAFKA_SETTINGS).map(([name, value]) => [toVariableName(name), value])),
})

const toUrl = (port: number) => `kafka://127.0.0.1:${port}?replicationFactor=1`

export const kafkaTestEngine: TestEngine = {
  urlVariable: 'TEST_KAFKA_URL',
  startContainer: () =>
    startContainer({
      service: 'kafka',
      engine: kafka,
      port: 9_092,
      configure: (container, port) => container.withEnvironment(toEnvironment(port)),
      toUrl,
    }),
  startLocally: () => startLocalServer(kafka, toUrl),
}
