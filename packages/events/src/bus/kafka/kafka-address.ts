import { readFile } from 'node:fs/promises'
import type { KafkaConfig, SASLOptions } from 'kafkajs'

/** Which Kafka, as whom, and what all names of topics and groups begin with. */
export type KafkaAddress = Required<Pick<KafkaConfig, 'brokers' | 'ssl'>> & { sasl?: SASLOptions; prefix: string }

/** `URL` knows neither several hosts with a port each, nor that they belong together. */
const FORM = /^kafka:\/\/(?:([^:@/]+):([^@/]+)@)?([\w.:[\],-]+)(?:\/([\w.-]*))?(?:\?(.*))?$/
const USUAL_PORT = '9092'
const MECHANISMS = ['scram-sha-512', 'scram-sha-256', 'plain'] as const
const PARAMETERS = ['tls', 'ca', 'sasl']

/**
 * Reads `kafka://[name:password@]host:port[,host:port …][/prefix][?tls=true&ca=FILE&sasl=MECHANISM]`. A name signs in by
 * SCRAM-SHA-512 unless `sasl` says otherwise; `ca` is the certificate to trust in place of the machine's.
 * @throws a sentence that does not repeat the password
 */
export async function readKafkaAddress(url: string): Promise<KafkaAddress> {
  const [, name, password, hosts = '', path = '', query = ''] = FORM.exec(url) ?? []
  if (!hosts) throw new Error('The address of Kafka is no kafka://[name:password@]host:port[,host:port …][/prefix]')
  const parameters = new URLSearchParams(query)
  for (const key of parameters.keys())
    if (!PARAMETERS.includes(key)) throw new Error(`The address of Kafka has an unknown parameter '${key}'`)
  const sasl = signIn(name, password, parameters.get('sasl'))
  return {
    brokers: hosts.split(',').map((host) => (/:\d+$/.test(host) ? host : `${host}:${USUAL_PORT}`)),
    prefix: path && `${path}.`,
    ssl: await encryption(parameters),
    ...(sasl && { sasl }),
  }
}

async function encryption(parameters: URLSearchParams): Promise<KafkaAddress['ssl']> {
  const file = parameters.get('ca')
  if (file) return { ca: [await readFile(file, 'utf8')] }
  return parameters.get('tls') === 'true'
}

function signIn(name: string | undefined, password: string | undefined, asked: string | null): SASLOptions | undefined {
  const mechanism = MECHANISMS.find((one) => one === (asked ?? MECHANISMS[0]))
  if (!mechanism) throw new Error(`Kafka is signed in to by one of ${MECHANISMS.join(', ')}, not '${asked}'`)
  if (name === undefined || password === undefined) return undefined
  return { mechanism, username: decodeURIComponent(name), password: decodeURIComponent(password) }
}
