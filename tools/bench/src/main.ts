import { compose } from './compose.ts'
import { dm } from './dm.ts'
import { events } from './events.ts'
import { home } from './home.ts'
import { idle } from './idle.ts'
import { page } from './page.ts'
import { search } from './search.ts'
import { sockets } from './sockets.ts'
import { start } from './start.ts'
import { unread } from './unread.ts'

const BENCHES = { home, compose, events, start, search, unread, dm, sockets, idle, page }

const [name = ''] = process.argv.slice(2)
const bench = BENCHES[name as keyof typeof BENCHES]
if (!bench) {
  console.error(`Use: npm run bench -- ${Object.keys(BENCHES).join('|')}`)
  process.exit(2)
}
await bench()
