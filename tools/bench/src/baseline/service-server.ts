import { createPublicKey, type JsonWebKeyInput } from 'node:crypto'
import { calls } from '@meadow/contracts'
import { createLogger, createService, createVerifier, serve } from '@meadow/service'
import { isStoreOutage, openPostgres } from '@meadow/storage'

const [signingKey = '{}', store = ''] = process.argv.slice(2)
const { kid, jwk } = JSON.parse(signingKey)
const publicKey = createPublicKey({ key: jwk, format: 'jwk' } as JsonWebKeyInput)
const keys = { find: async (wanted: string) => (wanted === kid ? publicKey : undefined) }
const pool = await openPostgres(store)

const service = createService({
  name: 'baseline',
  isOutage: isStoreOutage,
  log: createLogger({ name: 'baseline', level: 'info' }),
  verifier: createVerifier({ keys, ended: new Set(), now: () => new Date() }),
  routes: [
    serve(calls.countUnreadNotifications, async () => {
      const text = 'select value from baseline where id = $1'
      const { rows } = await pool.query({ name: 'baseline', text, values: ['00000001-0000-7000-8000-000000000000'] })
      return { count: rows[0].value }
    }),
  ],
})
const { port } = await service.start(0, '127.0.0.1')
process.send?.(`http://127.0.0.1:${port}`)
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
