import { rm } from 'node:fs/promises'

export default async function stopPostgres() {
  const { dir, stop } = globalThis.testPostgres
  await stop()
  await rm(dir, { recursive: true, force: true })
}
