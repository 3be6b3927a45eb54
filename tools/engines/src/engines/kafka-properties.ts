type KafkaLocation = { ports: readonly number[]; dir: string }

/** The services, each of which has a user of its own on the listener with authentication. */
const KAFKA_SERVICES = ['auth', 'social', 'posts', 'notify', 'chat']

/** The password of a service. The broker is reachable from this machine only. */
const toPassword = (service: string) => `${service}-secret`

/** Returns the credentials of each service for the listener with authentication. */
export const listKafkaUsers = (): { service: string; password: string }[] =>
  KAFKA_SERVICES.map((service) => ({ service, password: toPassword(service) }))

const PLAIN_USERS = KAFKA_SERVICES.map((service) => `user_${service}="${toPassword(service)}"`).join(' ')

/** The settings of a single broker that starts fast and is soon declared dead after a kill. */
export const KAFKA_SETTINGS: Readonly<Record<string, string>> = {
  'auto.create.topics.enable': 'false',
  'default.replication.factor': '1',
  'min.insync.replicas': '1',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '4',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'transaction.state.log.num.partitions': '4',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  'group.min.session.timeout.ms': '1000',
  'broker.session.timeout.ms': '2000',
  'broker.heartbeat.interval.ms': '500',
  'controller.quorum.election.timeout.ms': '500',
  'controller.quorum.election.backoff.max.ms': '250',
  'log.cleaner.dedupe.buffer.size': '16777216',
  'log.segment.bytes': '67108864',
}

/**
 * Creates the properties of a single broker. Who uses the listener without authentication may do everything; a service
 * that signs in may do what its access list says.
 */
export const createKafkaProperties = ({
  ports: [plaintext, controller, authenticated],
  dir,
}: KafkaLocation): string => `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
listeners=PLAINTEXT://127.0.0.1:${plaintext},CONTROLLER://127.0.0.1:${controller},AUTHENTICATED://127.0.0.1:${authenticated}
advertised.listeners=PLAINTEXT://127.0.0.1:${plaintext},AUTHENTICATED://127.0.0.1:${authenticated}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,AUTHENTICATED:SASL_PLAINTEXT
listener.name.authenticated.sasl.enabled.mechanisms=SCRAM-SHA-512,PLAIN
listener.name.authenticated.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
listener.name.authenticated.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required ${PLAIN_USERS};
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS;User:meadow
log.dirs=${dir}
${Object.entries(KAFKA_SETTINGS)
  .map(([name, value]) => `${name}=${value}\n`)
  .join('')}`
