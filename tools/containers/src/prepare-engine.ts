import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { docker, ROOT } from './run-docker.ts'

/** The names that build.sh knows the images by. */
export type StandIn = 'debian' | 'node' | 'postgres' | 'redis' | 'kafka' | 'versitygw' | 'mongo'

/**
 * Starts a container engine if none answers, and obtains images: from their registry, or stand-ins where it cannot be reached.
 * Returns one sentence with the reason if that is not possible on this machine.
 */
export async function prepareEngine(images: Partial<Record<StandIn, string>>): Promise<string | undefined> {
  const engine = runScript('engine/engine.sh', 'up')
  if (engine) return engine
  for (const [standIn, image] of Object.entries(images)) {
    const exists = await docker('image', 'inspect', image).catch(() => docker('pull', '--quiet', image).catch(() => ''))
    if (exists) continue
    const reason = runScript('stand-ins/build.sh', standIn)
    if (reason) return `The image ${image} cannot be pulled, and its stand-in cannot be built: ${reason}`
  }
  return undefined
}

/** Runs a script of this folder. Returns the last line of its errors if it fails. */
function runScript(script: string, ...args: string[]): string | undefined {
  const path = resolve(ROOT, 'tools/containers', script)
  const { status, stderr, error } = spawnSync('bash', [path, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0) return undefined
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? `${script} failed`
}
