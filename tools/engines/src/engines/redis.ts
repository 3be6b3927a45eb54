import { spawnSync } from 'node:child_process'
import { ask } from '../ask.ts'
import { isOnPath, runCommand } from '../command.ts'
import type { Engine } from '../engine.ts'

const PROGRAM = 'redis-server'
const INSTALL = 'apt-get install redis-server'
const isRoot = () => process.getuid?.() === 0

/** Which one it is, once there is one. */
const versionHere = () => /v=(\S+)/.exec(spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]

/** Redis, as Debian or whoever keeps this machine packages it. Every write is on disk within a second. */
export const redis: Engine = {
  name: 'redis',
  get version() {
    return `Redis ${versionHere() ?? 'of this machine'}`
  },
  ports: [26_380],
  missing: () => (isOnPath(PROGRAM) || (isRoot() && isOnPath('apt-get')) ? [] : [`redis-server (${INSTALL})`]),
  isObtained: () => isOnPath(PROGRAM),
  async obtain() {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runCommand('redis', 'apt-get', ['update', '-q'], { env })
    await runCommand('redis', 'apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], { env })
  },
  async prepare({ ports: [port], dir }) {
    const kept = ['--dir', dir, '--appendonly', 'yes', '--save', '']
    const bounds = ['--maxmemory', '256mb', '--maxmemory-policy', 'noeviction']
    return { command: PROGRAM, args: ['--bind', '127.0.0.1', '--port', String(port), ...kept, ...bounds] }
  },
  isReady: ({ ports: [port = 0] }) =>
    ask(port, Buffer.from('PING\r\n'), (answer) => answer.toString().startsWith('+PONG')),
  variables: ({ ports: [port] }) => ({ STATE_URL: `redis://127.0.0.1:${port}` }),
}
