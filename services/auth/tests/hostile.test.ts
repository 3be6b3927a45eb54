import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { ann, openAuth } from './fixtures.ts'

/** A hostile text may take as much CPU time as a harmless one of the same size, and this much more. A quadratic pattern takes seconds. */
const MAX_EXTRA_CPU_MS = 50
/** The longest text that fits into a JSON body of 256 KB. */
const MAX_TEXT_LENGTH = 256 * 1024 - 200

const auth = shareAcrossTests(async () => {
  const started = await openAuth()
  await started.register({ fullName: '' }) // compiles what a refused registration needs
  return started
})

/** Measures the CPU time of this process, in which the service runs, for one refused registration. */
async function measureRefusal(email: string): Promise<number> {
  const { register } = await auth()
  const before = process.cpuUsage()
  expect(await register({ ...ann, email })).toMatchObject({
    status: 400,
    body: { fields: { email: 'Email is invalid' } },
  })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Returns the least CPU times of refusals of both, in turn: single ones contain a garbage collection, or the load of a moment. */
async function measureLeastCpu(one: string, other: string): Promise<[number, number]> {
  const times: [number, number][] = []
  for (let attempt = 0; attempt < 8; attempt++) times.push([await measureRefusal(one), await measureRefusal(other)])
  return [Math.min(...times.map(([first]) => first)), Math.min(...times.map(([, second]) => second))]
}

describe('registering with a hostile e-mail address', () => {
  it.each([
    ['20,000 dots', `a@${'.'.repeat(20_000)}@`],
    ['250 dots', `a@${'.'.repeat(250)}@`],
    ['256 KB of dots', `a@${'.'.repeat(MAX_TEXT_LENGTH)}@`],
    ['256 KB of labels', `a@${'a.'.repeat(MAX_TEXT_LENGTH / 2)}@`],
    ['256 KB of @', '@'.repeat(MAX_TEXT_LENGTH)],
  ])('is refused as quickly as a harmless one: %s', async (_what, email) => {
    const [harmlessMs, hostileMs] = await measureLeastCpu('a'.repeat(email.length), email)
    expect(hostileMs).toBeLessThan(2 * harmlessMs + MAX_EXTRA_CPU_MS)
  })
})
