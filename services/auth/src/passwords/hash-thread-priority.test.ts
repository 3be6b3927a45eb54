import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from '@jest/globals'
import { HASH_NICE_INCREMENT } from './hash-thread-priority.ts'
import { createPasswordHasher } from './password-hasher.ts'

const itOnLinux = process.platform === 'linux' ? it : it.skip

itOnLinux('the threads that hash passwords have a lower priority than the one that responds to requests', async () => {
  const before = getPriority(process.pid)
  const hasher = await createPasswordHasher()
  await hasher.hash('a long pass phrase')
  const threads = readdirSync('/proc/self/task').map((id) => ({
    name: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim(),
    nice: getPriority(Number(id)),
  }))
  const workers = threads.filter(({ name }) => name === 'libuv-worker')
  expect(workers.length).toBeGreaterThan(0)
  expect(workers.map(({ nice }) => nice)).toEqual(workers.map(() => before + HASH_NICE_INCREMENT))
  expect(getPriority(process.pid)).toBe(before)
})
