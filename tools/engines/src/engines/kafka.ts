import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { ensureFolder } from '../folders.ts'
import { probePort } from '../probe-port.ts'
import { listMissingPrograms, runCommand } from '../run-command.ts'
import { VERSIONS } from '../versions.ts'
import { createKafkaProperties, listKafkaUsers } from './kafka-properties.ts'

const getKafkaFolder = () => ensureFolder('kafka', VERSIONS.kafka)
const getMarkFile = () => join(getKafkaFolder(), 'obtained')

/** The Maven project that resolves the jars of a broker. */
const POM = `<project><modelVersion>4.0.0</modelVersion>
<groupId>meadow</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging><dependencies>
<dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${VERSIONS.kafka}</version></dependency>
<dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId><version>${VERSIONS.log4j}</version></dependency>
</dependencies></project>
`

const LOG4J_PROPERTIES = `status=error
appender.c.type=Console
appender.c.name=C
appender.c.layout.type=PatternLayout
appender.c.layout.pattern=[%d] %p %m (%c)%n
rootLogger.level=warn
rootLogger.appenderRef.c.ref=C
`

/** A small heap and a fast warm-up, for one broker in development. */
const JAVA_OPTIONS = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true']

/** A cluster id: any 22 characters of base64url. */
const CLUSTER_ID = 'MEADOWMEADOWMEADOWMEADQ'

/** The user of the listener with authentication, for tests. */
export const KAFKA_USER = { name: 'meadow', password: 'meadow-secret' }

/** Creates an ApiVersions request (version 0). A broker that is still starting does not respond to it. */
function createApiVersionsRequest(correlation: number): Buffer {
  const client = Buffer.from('ready')
  const request = Buffer.alloc(14 + client.length)
  request.writeInt32BE(request.length - 4, 0)
  request.writeInt16BE(18, 4)
  request.writeInt32BE(correlation, 8)
  request.writeInt16BE(client.length, 12)
  client.copy(request, 14)
  return request
}

const toServiceVariable = ({ service, password }: { service: string; password: string }, port = 0) => [
  `${service.toUpperCase()}_BUS_URL`,
  `kafka://${service}:${password}@127.0.0.1:${port}?sasl=plain&replicationFactor=1`,
]

/** Apache Kafka: one node as broker and controller, with jars from Maven. The third port requires authentication. */
export const kafka: Engine = {
  name: 'kafka',
  version: `Apache Kafka ${VERSIONS.kafka}`,
  ports: [29_092, 29_093, 29_094],
  listMissing: () =>
    listMissingPrograms({
      java: 'Java 17 or newer, apt-get install default-jre-headless',
      ...(existsSync(getMarkFile()) ? {} : { mvn: 'Maven, apt-get install maven' }),
    }),
  isObtained: () => existsSync(getMarkFile()),
  async obtain() {
    const [repository, libs] = [join(getKafkaFolder(), 'repository'), join(getKafkaFolder(), 'libs')]
    rmSync(libs, { recursive: true, force: true })
    writeFileSync(join(getKafkaFolder(), 'pom.xml'), POM)
    const mavenOptions = ['-q', '-B', '-ntp', `-Dmaven.repo.local=${repository}`]
    const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${libs}`]
    await runCommand('kafka', 'mvn', [...mavenOptions, ...copy], { cwd: getKafkaFolder() })
    rmSync(repository, { recursive: true, force: true })
    writeFileSync(getMarkFile(), VERSIONS.kafka)
  },
  async prepare({ ports, dir }) {
    const [settings, logging] = [join(dir, 'server.properties'), join(dir, 'log4j2.properties')]
    writeFileSync(settings, createKafkaProperties({ ports, dir: join(dir, 'log') }))
    writeFileSync(logging, LOG4J_PROPERTIES)
    const java = [...JAVA_OPTIONS, `-Dlog4j2.configurationFile=${logging}`, '-cp', join(getKafkaFolder(), 'libs', '*')]
    if (!existsSync(join(dir, 'log', 'meta.properties'))) {
      const { name, password } = KAFKA_USER
      const user = ['--add-scram', `SCRAM-SHA-512=[name=${name},password=${password}]`]
      const format = ['kafka.tools.StorageTool', 'format', '-c', settings, '-t', CLUSTER_ID, ...user]
      await runCommand('kafka', 'java', [...java, ...format])
    }
    return { command: 'java', args: [...java, 'kafka.Kafka', settings] }
  },
  isReady: ({ ports: [port = 0] }) =>
    probePort(port, createApiVersionsRequest(7), (response) =>
      response.length < 10 ? undefined : response.readInt32BE(4) === 7 && response.readInt16BE(8) === 0,
    ),
  variables: ({ ports: [port, , authenticatedPort] }) => ({
    BUS_URL: `kafka://127.0.0.1:${port}?replicationFactor=1`,
    ...Object.fromEntries(listKafkaUsers().map((user) => toServiceVariable(user, authenticatedPort))),
  }),
}
