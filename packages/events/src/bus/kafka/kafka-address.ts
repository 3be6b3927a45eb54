import { readTlsFiles } from '@meadow/service'
import type { KafkaConfig, SASLOptions } from 'kafkajs'
import { readTopicSettings, TOPIC_SETTING_PARAMETERS, type TopicSettings } from './kafka-topic-settings.ts'

/**
 * The brokers, credentials and encryption of a Kafka cluster, the prefix of all topic and group names, and the settings that
 * the topics must have.
 */
export type KafkaAddress = Required<Pick<KafkaConfig, 'brokers' | 'ssl'>> & {
  sasl?: SASLOptions
  prefix: string
  topicSettings: TopicSettings
}

/** `URL` cannot parse an address with several hosts. */
const ADDRESS_PATTERN = /^kafka:\/\/(?:([^:@/]+):([^@/]+)@)?([\w.:[\],-]+)(?:\/([\w.-]*))?(?:\?(.*))?$/
const DEFAULT_PORT = '9092'
const SASL_MECHANISMS = ['scram-sha-512', 'scram-sha-256', 'plain'] as const
const PARAMETERS: readonly string[] = ['tls', 'ca', 'cert', 'key', 'sasl', ...TOPIC_SETTING_PARAMETERS]

/**
 * Parses `kafka://[user:password@]host:port[,host:port …][/prefix][?tls=true&ca=FILE&cert=FILE&key=FILE&sasl=MECHANISM]`.
 * The SASL mechanism is SCRAM-SHA-512 by default. `ca` is the certificate to trust instead of the system's; `cert` and
 * `key` identify the client. `readTopicSettings` explains the parameters of the topics.
 * @throws Error whose message never contains the password
 */
export function readKafkaAddress(url: string): KafkaAddress {
  const [, user, password, hosts = '', path = '', query = ''] = ADDRESS_PATTERN.exec(url) ?? []
  if (!hosts) throw new Error('The Kafka address must be kafka://[user:password@]host:port[,host:port …][/prefix]')
  const parameters = new URLSearchParams(query)
  for (const key of parameters.keys())
    if (!PARAMETERS.includes(key)) throw new Error(`The Kafka address has an unknown parameter '${key}'`)
  const sasl = readSaslOptions(user, password, parameters.get('sasl'))
  return {
    brokers: hosts.split(',').map((host) => (/:\d+$/.test(host) ? host : `${host}:${DEFAULT_PORT}`)),
    prefix: path && `${path}.`,
    topicSettings: readTopicSettings(parameters),
    ssl: readTlsFiles(parameters) ?? parameters.get('tls') === 'true',
    ...(sasl && { sasl }),
  }
}

function readSaslOptions(
  user: string | undefined,
  password: string | undefined,
  requested: string | null,
): SASLOptions | undefined {
  const mechanism = SASL_MECHANISMS.find((one) => one === (requested ?? SASL_MECHANISMS[0]))
  if (!mechanism) throw new Error(`Unknown SASL mechanism '${requested}'; use one of ${SASL_MECHANISMS.join(', ')}`)
  if (user === undefined || password === undefined) return undefined
  return { mechanism, username: decodeURIComponent(user), password: decodeURIComponent(password) }
}
