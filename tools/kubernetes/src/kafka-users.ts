import kafkajs from 'kafkajs'
import { CONSUMED_TOPICS } from '../../../packages/events/src/roles/consumed-topics.ts'
import { listServiceAcls } from '../../../packages/events/src/roles/kafka-access.ts'

const { AclOperationTypes, AclResourceTypes } = kafkajs
const HEADER = `# The rights of each service, those of packages/events/src/roles/kafka-access.ts. Generated:
#   node tools/kubernetes/src/main.ts kafka-users [PREFIX]`
const OPERATIONS: Readonly<Record<number, string>> = {
  [AclOperationTypes.READ]: 'Read',
  [AclOperationTypes.WRITE]: 'Write',
  [AclOperationTypes.DESCRIBE]: 'Describe',
  [AclOperationTypes.DESCRIBE_CONFIGS]: 'DescribeConfigs',
}
const RESOURCES: Readonly<Record<number, string>> = {
  [AclResourceTypes.TOPIC]: 'topic',
  [AclResourceTypes.GROUP]: 'group',
}

/**
 * Renders the KafkaUsers of Strimzi as YAML: an administrator, and each service with its rights on topics and groups whose names
 * begin with `prefix`. It is a file of `k8s/components/kafka`, or a patch of it for a bus with another prefix.
 */
export function renderKafkaUsers(prefix: string): string {
  const services = Object.keys(CONSUMED_TOPICS).map((service) => renderUser(service, prefix))
  return `${HEADER}\n${[renderUser('admin'), ...services].join('\n---\n')}\n`
}

function renderUser(name: string, prefix?: string): string {
  const user = `apiVersion: kafka.strimzi.io/v1
kind: KafkaUser
metadata:
  name: ${name}
  labels: { strimzi.io/cluster: kafka, app.kubernetes.io/part-of: meadow }
spec:
  authentication: { type: scram-sha-512 }`
  if (prefix === undefined) return user
  return `${user}\n  authorization:\n    type: simple\n    acls:\n${renderAcls(name, prefix)}`
}

function renderAcls(service: string, prefix: string): string {
  const acls = listServiceAcls(service, prefix)
  const resources = Map.groupBy(acls, ({ resourceType, resourceName }) => `${RESOURCES[resourceType]} ${resourceName}`)
  return [...resources]
    .map(([resource, entries]) => {
      const [type, name] = resource.split(' ')
      const operations = entries.map(({ operation }) => OPERATIONS[operation]).join(', ')
      return `      - resource: { type: ${type}, name: ${name}, patternType: literal }\n        operations: [${operations}]`
    })
    .join('\n')
}
