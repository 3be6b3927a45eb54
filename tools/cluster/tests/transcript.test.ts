import { expect, test } from '@jest/globals'
import { createTranscript, SkippedCheckError } from '../src/transcript.ts'

function createClockedTranscript() {
  const lines: string[] = []
  let time = 0
  return {
    lines,
    ...createTranscript(
      (line) => lines.push(line),
      () => (time += 500),
    ),
  }
}

test('a check prints its result, its duration and its findings', async () => {
  const { lines, check, end } = createClockedTranscript()
  expect(await check('pods are ready', async (note) => note('3 pods'))).toBe(true)
  expect(lines).toEqual(['ok       0.5 s  pods are ready', '                3 pods'])
  expect(end()).toBe(true)
})

test('a failed check prints its error, and the run goes on and fails', async () => {
  const { lines, check, end } = createClockedTranscript()
  const failed = await check('pods are ready', async (note) => {
    note('2 pods')
    throw new Error('One is not ready')
  })
  expect(failed).toBe(false)
  expect(await check('the rest', async () => undefined)).toBe(true)
  expect(lines.slice(0, 3)).toEqual([
    'FAIL     0.5 s  pods are ready',
    '                2 pods',
    '                One is not ready',
  ])
  expect(end()).toBe(false)
  expect(lines.at(-1)).toMatch(/^FAIL .* 1 of 2 checks$/)
})

test('a check that cannot run on this cluster is skipped with its reason, and the run succeeds', async () => {
  const { lines, check, end } = createClockedTranscript()
  const skipped = await check('policies', async () => {
    throw new SkippedCheckError('The network enforces no policies')
  })
  expect(skipped).toBe(true)
  expect(lines).toEqual(['skip     0.5 s  policies', '                The network enforces no policies'])
  expect(end()).toBe(true)
  expect(lines.at(-1)).toMatch(/^PASS .* 0 of 1 checks, 1 skipped$/)
})
