import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readKafkaAddress } from '../src/bus/kafka/kafka-address.ts'

describe('the address of Kafka', () => {
  it('names several brokers, each with the usual port unless it says another', async () => {
    expect(await readKafkaAddress('kafka://a:9092,b,10.0.0.1:19092')).toEqual({
      brokers: ['a:9092', 'b:9092', '10.0.0.1:19092'],
      prefix: '',
      ssl: false,
    })
  })

  it('may begin all names of topics and groups, for a Kafka that is shared', async () => {
    expect(await readKafkaAddress('kafka://a/meadow-1')).toMatchObject({ prefix: 'meadow-1.' })
    expect(await readKafkaAddress('kafka://a/')).toMatchObject({ prefix: '' })
  })

  it.each([
    ['kafka://me:p%40ss@a', 'scram-sha-512'],
    ['kafka://me:p%40ss@a?sasl=scram-sha-256', 'scram-sha-256'],
    ['kafka://me:p%40ss@a?sasl=plain', 'plain'],
  ])('signs in by name and password: %s', async (url, mechanism) => {
    expect(await readKafkaAddress(url)).toMatchObject({ sasl: { mechanism, username: 'me', password: 'p@ss' } })
  })

  it('encrypts, trusting whom the machine trusts or one certificate', async () => {
    expect(await readKafkaAddress('kafka://a?tls=true')).toMatchObject({ ssl: true })
    const dir = await mkdtemp(join(tmpdir(), 'meadow-ca-'))
    await writeFile(join(dir, 'ca.pem'), 'a certificate')
    expect(await readKafkaAddress(`kafka://a?ca=${join(dir, 'ca.pem')}`)).toMatchObject({
      ssl: { ca: ['a certificate'] },
    })
    await rm(dir, { recursive: true })
  })

  it.each([
    ['kafka://', 'is no kafka://'],
    ['kafka://me:secret@', 'is no kafka://'],
    ['kafka://me:secret@a?ssl=true', "unknown parameter 'ssl'"],
    ['kafka://me:secret@a?sasl=kerberos', "not 'kerberos'"],
  ])('refuses %s without telling the password', async (url, why) => {
    const refusal = await readKafkaAddress(url).catch((error: Error) => error.message)
    expect(refusal).toContain(why)
    expect(refusal).not.toContain('secret')
  })
})
