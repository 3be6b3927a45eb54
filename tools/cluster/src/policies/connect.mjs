// Connects to addresses and prints the results, one per address: open, closed, rejected by a policy, or no answer.
import { connect } from 'node:net'

const TIMEOUT_MS = 10_000
const RESULTS = { ECONNREFUSED: 'closed', EHOSTUNREACH: 'rejected' }

const tryConnect = ([host, port]) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS })
    const end = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => end('open')).once('timeout', () => end('no answer'))
    socket.once('error', (error) => end(RESULTS[error.code] ?? error.code))
  })

console.log(JSON.stringify(await Promise.all(JSON.parse(process.argv[2]).map(tryConnect))))
