import { spawnSync } from 'node:child_process'
import type { Engine } from '../engine.ts'
import { probePort } from '../probe-port.ts'
import { isOnPath, runCommand } from '../run-command.ts'

const PROGRAM = 'redis-server'
const INSTALL = 'apt-get install redis-server'
const isRoot = () => process.getuid?.() === 0

/** Reads the version of the installed server. */
const readRedisVersion = () => /v=(\S+)/.exec(spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]

/** Redis from the package manager of this machine. Writes reach the disk within a second. */
export const redis: Engine = {
  name: 'redis',
  get version() {
    return `Redis ${readRedisVersion() ?? '(not installed)'}`
  },
  ports: [26_380],
  listMissing: () => (isOnPath(PROGRAM) || (isRoot() && isOnPath('apt-get')) ? [] : [`redis-server (${INSTALL})`]),
  isObtained: () => isOnPath(PROGRAM),
  async obtain() {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runCommand('redis', 'apt-get', ['update', '-q'], { env })
    await runCommand('redis', 'apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], { env })
  },
  async prepare({ ports: [port], dir }) {
    const persistence = ['--dir', dir, '--appendonly', 'yes', '--save', '']
    const limits = ['--maxmemory', '256mb', '--maxmemory-policy', 'noeviction']
    return { command: PROGRAM, args: ['--bind', '127.0.0.1', '--port', String(port), ...persistence, ...limits] }
  },
  isReady: ({ ports: [port = 0] }) =>
    probePort(port, Buffer.from('PING\r\n'), (response) => response.toString().startsWith('+PONG')),
  variables: ({ ports: [port] }) => ({ STATE_URL: `redis://127.0.0.1:${port}` }),
}
