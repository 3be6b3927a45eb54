import { describe, expect, it } from '@jest/globals'
import { countEngineTests, formatEngineTests } from './engine-test-counts.mjs'

const createFile = (testResults, project = 'node') => ({ displayName: { name: project }, testResults })

describe('the tests on engines', () => {
  it('are counted by the engine in their title, also those that were skipped', () => {
    const files = [
      createFile([
        { fullName: 'on apache/kafka:4.3.1 of its own loses nothing', status: 'passed' },
        { fullName: 'on kafka delivers in order', status: 'pending' },
        { fullName: 'the product runs on PostgreSQL with redis as STATE_URL', status: 'failed' },
        { fullName: 'a page of kafka is shown', status: 'passed' },
      ]),
      createFile([{ fullName: 'a post is stored', status: 'pending' }], 'mongo'),
    ]
    expect(countEngineTests(files)).toEqual({
      Kafka: { run: 1, skipped: 1 },
      Redis: { run: 1, skipped: 0 },
      MongoDB: { run: 0, skipped: 1 },
    })
  })

  it('are added up over several runs, and not mentioned if there are none', () => {
    const runs = [{ Kafka: { run: 2, skipped: 1 } }, undefined, { Kafka: { run: 3, skipped: 0 } }]
    expect(formatEngineTests(runs)).toBe('Tests on engines: Kafka 5 run, 1 skipped')
    expect(formatEngineTests([undefined, {}])).toBe('')
  })
})
