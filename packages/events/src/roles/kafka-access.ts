import { events } from '@meadow/contracts'
import type { Logger } from '@meadow/service'
import kafkajs, { type AclEntry } from 'kafkajs'
import { deadLetterTopic } from '../bus/bus.ts'
import { createKafkaClient } from '../bus/kafka/kafka-client.ts'
import { ensureTopics, TOPIC_NAMES } from '../bus/kafka/kafka-topics.ts'
import { replayTopic } from '../operator/replay.ts'
import { CONSUMED_TOPICS } from './consumed-topics.ts'
import { addPartitions } from './kafka-partitions.ts'

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs

/**
 * Creates all topics, allows each service what it needs as the principal `User:<service>`, and adds partitions that are
 * configured and missing. May be repeated. @throws TopicSettingsError if the topics cannot be as `url` demands
 */
export async function ensureKafkaAccess(url: string, log: Logger): Promise<void> {
  const client = await createKafkaClient(url, log)
  const admin = client.kafka.admin()
  try {
    await admin.connect()
    await ensureTopics(admin, client)
    await admin.createAcls({
      acl: Object.keys(CONSUMED_TOPICS).flatMap((service) => listServiceAcls(service, client.prefix)),
    })
    await addPartitions(admin, client)
  } finally {
    await admin.disconnect()
  }
}

/**
 * Returns the rights of a service: it writes to the topics of its events and of its dead letters, reads the topics that it
 * consumes, in its own group, and sees the names, sizes and settings of all topics.
 */
export function listServiceAcls(service: string, prefix: string): AclEntry[] {
  const consumed: readonly string[] = CONSUMED_TOPICS[service as keyof typeof CONSUMED_TOPICS]
  const published = Object.values(events).filter(({ producers }) => producers.some((producer) => producer === service))
  const written = [...new Set(published.map(({ topic }) => topic)), ...consumed.map(deadLetterTopic)]
  const read = [...consumed, ...consumed.map(replayTopic)]
  const { TOPIC, GROUP } = AclResourceTypes
  const { READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS } = AclOperationTypes
  const allow =
    (operation: number, resourceType: number) =>
    (name: string): AclEntry => ({
      resourceType,
      resourceName: prefix + name,
      resourcePatternType: ResourcePatternTypes.LITERAL,
      principal: `User:${service}`,
      host: '*',
      operation,
      permissionType: AclPermissionTypes.ALLOW,
    })
  return [
    ...TOPIC_NAMES.map(allow(DESCRIBE, TOPIC)),
    ...TOPIC_NAMES.map(allow(DESCRIBE_CONFIGS, TOPIC)),
    ...written.map(allow(WRITE, TOPIC)),
    ...read.map(allow(READ, TOPIC)),
    allow(READ, GROUP)(service),
  ]
}
