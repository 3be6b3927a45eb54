import { GatewayVariables as gateway } from '../../../gateway/src/config.ts'
import { FrontendServerVariables as frontends } from '../../../packages/frontend-server/src/config.ts'
import { AuthVariables as auth } from '../../../services/auth/src/config.ts'
import { ChatVariables as chat } from '../../../services/chat/src/config.ts'
import { NotifyVariables as notify } from '../../../services/notify/src/config.ts'
import { PostsVariables as posts } from '../../../services/posts/src/config.ts'
import { SocialVariables as social } from '../../../services/social/src/config.ts'
import { CommunityVariables as community } from '../../community/src/config.ts'
import type { Process } from './pages/configuration.ts'

const services = Object.entries({ auth, social, posts, notify, chat })

export const PROCESSES: Process[] = [
  { name: 'gateway', variables: gateway },
  ...services.map(([name, variables]) => ({ name, variables, ownStore: true })),
  { name: 'frontends', variables: frontends },
  { name: 'community', variables: community },
]
