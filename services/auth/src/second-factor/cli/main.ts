import { createLogger, newId, readVariable } from '@meadow/service'
import { openPostgres, openSharedState } from '@meadow/storage'
import { findInstallation } from '../../keys/cli/installation.ts'
import { openEndedSessionRegistry } from '../../sessions/ended-session-registry.ts'
import { createPostgresAuthPorts } from '../../store.ts'
import { removeSecondFactor } from '../remove-second-factor.ts'

const USAGE = 'Usage: npm run second-factor -- remove <username>'

try {
  const [command, username = '', ...rest] = process.argv.slice(2)
  if (command !== 'remove' || username === '' || rest.length > 0) throw new Error(USAGE)
  const { storeUrl } = await findInstallation(process.env)
  const log = createLogger({ name: 'auth', level: 'info' })
  const now = () => new Date()
  await using pool = await openPostgres(storeUrl, { database: 'meadow_auth', name: 'meadow second-factor' })
  const stateUrl = readVariable('STATE_URL', process.env) ?? storeUrl
  await using state = await openSharedState(stateUrl, { now, log, autoMigrate: 'off' })
  const ports = createPostgresAuthPorts(pool, { now, newId })
  await using endedSessions = await openEndedSessionRegistry({ sessions: ports.sessions, state, log, now })
  const publicUrl = readVariable('PUBLIC_URL', process.env) ?? 'http://localhost'
  await removeSecondFactor(
    { ...ports, endedSessions, log, now, newId },
    { username, origin: new URL(publicUrl).origin },
  )
  console.log(`The second factor of ${username} is off, and all its sessions have ended.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
