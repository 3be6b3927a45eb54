import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readKafkaAddress } from '../src/bus/kafka/kafka-address.ts'

describe('a Kafka address', () => {
  it('lists several brokers, with the default port where none is given', () => {
    expect(readKafkaAddress('kafka://a:9092,b,10.0.0.1:19092')).toEqual({
      brokers: ['a:9092', 'b:9092', '10.0.0.1:19092'],
      prefix: '',
      ssl: false,
      topicSettings: {
        replicationFactor: 3,
        minInsyncReplicas: 2,
        partitions: { members: 1, posts: 6, messages: 6, notifications: 6, reports: 6 },
      },
    })
  })

  it('may have a prefix for topics and groups, for a shared cluster', () => {
    expect(readKafkaAddress('kafka://a/meadow-1')).toMatchObject({ prefix: 'meadow-1.' })
    expect(readKafkaAddress('kafka://a/')).toMatchObject({ prefix: '' })
  })

  it.each([
    ['kafka://me:p%40ss@a', 'scram-sha-512'],
    ['kafka://me:p%40ss@a?sasl=scram-sha-256', 'scram-sha-256'],
    ['kafka://me:p%40ss@a?sasl=plain', 'plain'],
  ])('may have a user and a password: %s', (url, mechanism) => {
    expect(readKafkaAddress(url)).toMatchObject({ sasl: { mechanism, username: 'me', password: 'p@ss' } })
  })

  it('enables TLS, with the system certificates or one certificate', async () => {
    expect(readKafkaAddress('kafka://a?tls=true')).toMatchObject({ ssl: true })
    const dir = await mkdtemp(join(tmpdir(), 'meadow-ca-'))
    await writeFile(join(dir, 'ca.pem'), 'a certificate')
    const file = join(dir, 'ca.pem')
    expect(readKafkaAddress(`kafka://a?ca=${file}`).ssl).toEqual({ ca: 'a certificate' })
    const all = { ca: 'a certificate', cert: 'a certificate', key: 'a certificate' }
    expect(readKafkaAddress(`kafka://a?ca=${file}&cert=${file}&key=${file}`).ssl).toEqual(all)
    expect(() => readKafkaAddress(`kafka://a?cert=${file}`)).toThrow('cert and key belong together')
    await rm(dir, { recursive: true })
  })

  it('demands the replication and the partitions that it names', () => {
    const partitions = 'partitions=posts:12,messages:24'
    const { topicSettings } = readKafkaAddress(`kafka://a?replicationFactor=5&minInsyncReplicas=3&${partitions}`)
    expect(topicSettings).toMatchObject({ replicationFactor: 5, minInsyncReplicas: 3 })
    expect(topicSettings.partitions).toEqual({ members: 1, posts: 12, messages: 24, notifications: 6, reports: 6 })
  })

  it.each([
    ['replicationFactor=1', 1],
    ['replicationFactor=2', 1],
    ['replicationFactor=4', 3],
    ['replicationFactor=3&minInsyncReplicas=3', 3],
  ])('allows one unavailable replica, unless it says otherwise: %s', (parameters, minInsyncReplicas) => {
    expect(readKafkaAddress(`kafka://a?${parameters}`).topicSettings).toMatchObject({ minInsyncReplicas })
  })

  it.each([
    ['replicationFactor=0', 'a positive number for replicationFactor'],
    ['replicationFactor=many', 'a positive number for replicationFactor'],
    ['minInsyncReplicas=4', 'minInsyncReplicas=4, which is more than replicationFactor=3'],
    ['partitions=12', "unknown topic '12'"],
    ['partitions=likes:12', "unknown topic 'likes'"],
    ['partitions=posts:0', 'a positive number for partitions=posts'],
    ['partitions=members:6', 'members always has one partition'],
  ])('rejects topic settings that are impossible: %s', (parameters, why) => {
    expect(() => readKafkaAddress(`kafka://me:secret@a?${parameters}`)).toThrow(why)
  })

  it.each([
    ['kafka://', 'must be kafka://'],
    ['kafka://me:secret@', 'must be kafka://'],
    ['kafka://me:secret@a?ssl=true', "unknown parameter 'ssl'"],
    ['kafka://me:secret@a?sasl=kerberos', "SASL mechanism 'kerberos'"],
  ])('rejects %s without showing the password', (url, why) => {
    expect(() => readKafkaAddress(url)).toThrow(why)
    expect(() => readKafkaAddress(url)).not.toThrow('secret')
  })
})
