import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readKafkaAddress } from '../src/bus/kafka/kafka-address.ts'

describe('a Kafka address', () => {
  it('lists several brokers, with the default port where none is given', async () => {
    expect(await readKafkaAddress('kafka://a:9092,b,10.0.0.1:19092')).toEqual({
      brokers: ['a:9092', 'b:9092', '10.0.0.1:19092'],
      prefix: '',
      ssl: false,
    })
  })

  it('may have a prefix for topics and groups, for a shared cluster', async () => {
    expect(await readKafkaAddress('kafka://a/meadow-1')).toMatchObject({ prefix: 'meadow-1.' })
    expect(await readKafkaAddress('kafka://a/')).toMatchObject({ prefix: '' })
  })

  it.each([
    ['kafka://me:p%40ss@a', 'scram-sha-512'],
    ['kafka://me:p%40ss@a?sasl=scram-sha-256', 'scram-sha-256'],
    ['kafka://me:p%40ss@a?sasl=plain', 'plain'],
  ])('may have a user and a password: %s', async (url, mechanism) => {
    expect(await readKafkaAddress(url)).toMatchObject({ sasl: { mechanism, username: 'me', password: 'p@ss' } })
  })

  it('enables TLS, with the system certificates or one certificate', async () => {
    expect(await readKafkaAddress('kafka://a?tls=true')).toMatchObject({ ssl: true })
    const dir = await mkdtemp(join(tmpdir(), 'meadow-ca-'))
    await writeFile(join(dir, 'ca.pem'), 'a certificate')
    expect(await readKafkaAddress(`kafka://a?ca=${join(dir, 'ca.pem')}`)).toMatchObject({
      ssl: { ca: ['a certificate'] },
    })
    await rm(dir, { recursive: true })
  })

  it.each([
    ['kafka://', 'must be kafka://'],
    ['kafka://me:secret@', 'must be kafka://'],
    ['kafka://me:secret@a?ssl=true', "unknown parameter 'ssl'"],
    ['kafka://me:secret@a?sasl=kerberos', "SASL mechanism 'kerberos'"],
  ])('rejects %s without showing the password', async (url, why) => {
    const message = await readKafkaAddress(url).catch((error: Error) => error.message)
    expect(message).toContain(why)
    expect(message).not.toContain('secret')
  })
})
