import { readFileSync } from 'node:fs'
import { expect, it, jest } from '@jest/globals'
import { findFreePort } from '@meadow/stack/ports'
import { isTransientError } from '@meadow/storage'
import { describeOnEachEngine, testLog } from '@meadow/testing'
import { createTestCertificates, hasOpenssl, type TestCertificates } from '@meadow/testing/certificates'
import { type EngineService, onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { openBus } from '../src/index.ts'

jest.setTimeout(120_000) // starts a broker

const TLS_PORT = 9096

/** Adds a port that requires TLS and a certificate of the client. */
async function withTls({ ca, server }: TestCertificates): Promise<(kafka: EngineService) => EngineService> {
  const port = await findFreePort()
  const read = (...files: string[]) => files.map((file) => readFileSync(file, 'utf8')).join('')
  return (kafka) => {
    const environment = kafka.environment ?? {}
    const add = (name: string, value: string) => ({ [name]: environment[name] + value })
    return {
      ...kafka,
      ports: [...(kafka.ports ?? []), `127.0.0.1:${port}:${TLS_PORT}`],
      files: [
        { content: read(server.key, server.cert), target: '/tmp/keystore.pem' },
        { content: read(ca), target: '/tmp/truststore.pem' },
      ],
      environment: {
        ...environment,
        ...add('KAFKA_LISTENERS', `,ENCRYPTED://:${TLS_PORT}`),
        ...add('KAFKA_ADVERTISED_LISTENERS', `,ENCRYPTED://127.0.0.1:${port}`),
        ...add('KAFKA_LISTENER_SECURITY_PROTOCOL_MAP', ',ENCRYPTED:SSL'),
        ...add('KAFKA_SUPER_USERS', ';User:CN=client'),
        KAFKA_SSL_KEYSTORE_TYPE: 'PEM',
        KAFKA_SSL_KEYSTORE_LOCATION: '/tmp/keystore.pem',
        KAFKA_SSL_TRUSTSTORE_TYPE: 'PEM',
        KAFKA_SSL_TRUSTSTORE_LOCATION: '/tmp/truststore.pem',
        KAFKA_LISTENER_NAME_ENCRYPTED_SSL_CLIENT_AUTH: 'required',
      },
    }
  }
}

const ping = async (url: string) => {
  await using bus = await openBus(url, { log: testLog })
  await bus.ping()
}

const engines = hasOpenssl() ? await onOwnEngine('kafka', createTestCertificates) : { openssl: undefined }

describeOnEachEngine(engines, (createCertificates) => {
  it('accepts a broker with TLS of the given authority only, and identifies the client by its certificate', async () => {
    using certificates = createCertificates()
    await using broker = await startOwnServer('kafka', { change: await withTls(certificates) })
    const { ca, otherCa, client } = certificates
    const url = `kafka://127.0.0.1:${broker.ports[2]}?tls=true`
    const identity = `&cert=${client.cert}&key=${client.key}`
    await expect(ping(`${url}&ca=${ca}${identity}`)).resolves.toBeUndefined()
    await expect(ping(`${url}&ca=${otherCa}${identity}`).catch(isTransientError)).resolves.toBe(true)
    await expect(ping(`${url}${identity}`).catch(isTransientError)).resolves.toBe(true)
    await expect(ping(`${url}&ca=${ca}`).catch(isTransientError)).resolves.toBe(true)
  })
})
