import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../ask.ts'
import { lacking, runCommand } from '../command.ts'
import type { Engine } from '../engine.ts'
import { folder } from '../folders.ts'
import { VERSIONS } from '../versions.ts'
import { serverProperties } from './kafka-properties.ts'

const home = () => folder('kafka', VERSIONS.kafka)
const mark = () => join(home(), 'obtained')

/** What Maven resolves into the jars of a broker. */
const POM = `<project><modelVersion>4.0.0</modelVersion>
<groupId>meadow</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging><dependencies>
<dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${VERSIONS.kafka}</version></dependency>
<dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId><version>${VERSIONS.log4j}</version></dependency>
</dependencies></project>
`

const LOGGING = `status=error
appender.c.type=Console
appender.c.name=C
appender.c.layout.type=PatternLayout
appender.c.layout.pattern=[%d] %p %m (%c)%n
rootLogger.level=warn
rootLogger.appenderRef.c.ref=C
`

/** A small heap, and a compiler that is soon warm: one broker of a developer, not a cluster. */
const JAVA = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true']

/** Any 22 characters of base64url; one folder holds one cluster. */
const CLUSTER = 'MEADOWMEADOWMEADOWMEADQ'

/** Who may use the second listener, which asks for a name: so that signing in can be tested. */
export const KAFKA_USER = { name: 'meadow', password: 'meadow-secret' }

/** ApiVersions, version 0: a broker that is still starting does not answer it. */
function apiVersions(correlation: number): Buffer {
  const client = Buffer.from('ready')
  const request = Buffer.alloc(14 + client.length)
  request.writeInt32BE(request.length - 4, 0)
  request.writeInt16BE(18, 4)
  request.writeInt32BE(correlation, 8)
  request.writeInt16BE(client.length, 12)
  client.copy(request, 14)
  return request
}

/** Apache Kafka: one node that is broker and controller, its jars by Maven. The third port asks for name and password. */
export const kafka: Engine = {
  name: 'kafka',
  version: `Apache Kafka ${VERSIONS.kafka}`,
  ports: [29_092, 29_093, 29_094],
  missing: () =>
    lacking({
      java: 'Java 17 or newer, apt-get install default-jre-headless',
      ...(existsSync(mark()) ? {} : { mvn: 'Maven, apt-get install maven' }),
    }),
  isObtained: () => existsSync(mark()),
  async obtain() {
    const [repository, libs] = [join(home(), 'repository'), join(home(), 'libs')]
    rmSync(libs, { recursive: true, force: true })
    writeFileSync(join(home(), 'pom.xml'), POM)
    const quietly = ['-q', '-B', '-ntp', `-Dmaven.repo.local=${repository}`]
    const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${libs}`]
    await runCommand('kafka', 'mvn', [...quietly, ...copy], { cwd: home() })
    rmSync(repository, { recursive: true, force: true })
    writeFileSync(mark(), VERSIONS.kafka)
  },
  async prepare({ ports, dir }) {
    const [settings, logging] = [join(dir, 'server.properties'), join(dir, 'log4j2.properties')]
    writeFileSync(settings, serverProperties({ ports, dir: join(dir, 'log') }))
    writeFileSync(logging, LOGGING)
    const java = [...JAVA, `-Dlog4j2.configurationFile=${logging}`, '-cp', join(home(), 'libs', '*')]
    if (!existsSync(join(dir, 'log', 'meta.properties'))) {
      const { name, password } = KAFKA_USER
      const user = ['--add-scram', `SCRAM-SHA-512=[name=${name},password=${password}]`]
      const format = ['kafka.tools.StorageTool', 'format', '-c', settings, '-t', CLUSTER, ...user]
      await runCommand('kafka', 'java', [...java, ...format])
    }
    return { command: 'java', args: [...java, 'kafka.Kafka', settings] }
  },
  isReady: ({ ports: [port = 0] }) =>
    ask(port, apiVersions(7), (answer) =>
      answer.length < 10 ? undefined : answer.readInt32BE(4) === 7 && answer.readInt16BE(8) === 0,
    ),
  variables: ({ ports: [port] }) => ({ BUS_URL: `kafka://127.0.0.1:${port}` }),
}
