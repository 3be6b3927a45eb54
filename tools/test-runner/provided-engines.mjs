import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'

/** Scripts beside the repository, on a machine that can pull no images. */
const PROVIDE = '../shared/ci/provide'
const CONTAINER_ENGINE = '../shared/ci/docker.sh'

/**
 * Lets the machine provide a container engine and images, if it has a script for that. It takes minutes the first time, so it
 * runs beside the first tests. `ready` returns its totals: a failure counts as a failed test. `end` stops what was started.
 * @returns {{ ready: Promise<import('./test-runs.mjs').Result>, end: () => void }}
 */
export function provideEngines() {
  if (!existsSync(PROVIDE)) return { ready: Promise.resolve({ passed: 0, failed: 0 }), end: () => undefined }
  const wasUp = spawnSync('bash', [CONTAINER_ENGINE, 'status'], { stdio: 'ignore' }).status === 0
  const end = () => wasUp || spawnSync('bash', [CONTAINER_ENGINE, 'down'], { stdio: 'ignore' })
  return { ready: runProvide(), end }
}

async function runProvide() {
  const child = spawn('bash', ['-c', `. ${PROVIDE} && env -0`], { stdio: ['ignore', 'pipe', 'inherit'] })
  setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) {
    console.error(`${PROVIDE} failed: tests on engines are skipped`)
    return { passed: 0, failed: 1 }
  }
  const pairs = output.split('\0').filter((line) => line.includes('='))
  for (const pair of pairs) process.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1)
  return { passed: 0, failed: 0 }
}

/** Prints the images that are not the published ones, by the label that says what they contain. */
export function reportStandIns() {
  const label = 'meadow.stand-in'
  const { stdout } = spawnSync('docker', ['image', 'ls', '--quiet', '--filter', `label=${label}`], { encoding: 'utf8' })
  const ids = [...new Set(stdout?.split('\n').filter(Boolean))]
  if (ids.length === 0) return
  const format = `{{with .RepoTags}}{{index . 0}}{{end}}: {{index .Config.Labels "${label}"}}`
  const images = spawnSync('docker', ['image', 'inspect', '--format', format, ...ids], { encoding: 'utf8' }).stdout
  // the images of the product have the label of their base
  const published = images.split('\n').filter((line) => /^[^:]/.test(line) && !line.startsWith('localhost/'))
  console.log(`\nStand-ins for published images:\n${published.toSorted().join('\n')}`)
}
