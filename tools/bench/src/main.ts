import { benchAppStart } from './scenarios/app-start.ts'
import { benchCost } from './scenarios/cost.ts'
import { benchCreatePost } from './scenarios/create-post.ts'
import { benchDirectMessages } from './scenarios/direct-messages.ts'
import { benchEvents } from './scenarios/events.ts'
import { benchHome } from './scenarios/home.ts'
import { benchIdle } from './scenarios/idle.ts'
import { benchLighthouse } from './scenarios/lighthouse.ts'
import { benchPageLoad } from './scenarios/page-load.ts'
import { benchSearch } from './scenarios/search.ts'
import { benchSockets } from './scenarios/sockets.ts'
import { benchStart } from './scenarios/start.ts'
import { benchUnreadCount } from './scenarios/unread-count.ts'

const SCENARIOS = {
  home: benchHome,
  'create-post': benchCreatePost,
  events: benchEvents,
  start: benchStart,
  search: benchSearch,
  'unread-count': benchUnreadCount,
  messages: benchDirectMessages,
  sockets: benchSockets,
  idle: benchIdle,
  cost: benchCost,
  'page-load': benchPageLoad,
  'app-start': benchAppStart,
  lighthouse: benchLighthouse,
}

const [name = ''] = process.argv.slice(2)
const runScenario = SCENARIOS[name as keyof typeof SCENARIOS]
if (!runScenario) {
  console.error(`Usage: npm run bench -- ${Object.keys(SCENARIOS).join('|')}`)
  process.exit(2)
}
await runScenario()
