import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, jest } from '@jest/globals'
import { isTransientError } from '@meadow/storage'
import { describeOnEachEngine, testLog } from '@meadow/testing'
import { createTestCertificates, hasOpenssl, type TestCertificates } from '@meadow/testing/certificates'
import { type Engine, kafka, onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { openBus } from '../src/index.ts'

jest.setTimeout(120_000) // starts a broker

/** Returns a Kafka with a fourth port, which requires TLS and a certificate of the client. */
const createKafkaWithTls = ({ ca, server }: TestCertificates): Engine => ({
  ...kafka,
  ports: [...kafka.ports, 29_095],
  async prepare(location) {
    const launch = await kafka.prepare(location)
    const properties = launch.args.at(-1) ?? ''
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(properties, 'utf8'))?.[1]
    const listener = `ENCRYPTED://127.0.0.1:${location.ports[3]}`
    const keystore = join(location.dir, 'keystore.pem')
    writeFileSync(keystore, readFileSync(server.key, 'utf8') + readFileSync(server.cert, 'utf8'))
    const lines = {
      listeners: `${setting('listeners')},${listener}`,
      'advertised.listeners': `${setting('advertised.listeners')},${listener}`,
      'listener.security.protocol.map': `${setting('listener.security.protocol.map')},ENCRYPTED:SSL`,
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': keystore,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': ca,
      'listener.name.encrypted.ssl.client.auth': 'required',
      'super.users': `${setting('super\\.users')};User:CN=client`,
    }
    for (const [name, value] of Object.entries(lines)) appendFileSync(properties, `${name}=${value}\n`)
    return launch
  },
})

const ping = async (url: string) => {
  await using bus = await openBus(url, { log: testLog })
  await bus.ping()
}

const engines = hasOpenssl() ? onOwnEngine(kafka, createTestCertificates) : { openssl: undefined }

describeOnEachEngine(engines, (createCertificates) => {
  it('accepts a broker with TLS of the given authority only, and identifies the client by its certificate', async () => {
    using certificates = createCertificates()
    await using broker = await startOwnServer(createKafkaWithTls(certificates))
    const { ca, otherCa, client } = certificates
    const url = `kafka://127.0.0.1:${broker.location.ports[3]}?tls=true`
    const identity = `&cert=${client.cert}&key=${client.key}`
    await expect(ping(`${url}&ca=${ca}${identity}`)).resolves.toBeUndefined()
    await expect(ping(`${url}&ca=${otherCa}${identity}`).catch(isTransientError)).resolves.toBe(true)
    await expect(ping(`${url}${identity}`).catch(isTransientError)).resolves.toBe(true)
    await expect(ping(`${url}&ca=${ca}`).catch(isTransientError)).resolves.toBe(true)
  })
})
