import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import { type StarMessageDeps, starMessage } from './star-message.ts'

export const createStarRoutes = (deps: StarMessageDeps): CallRoute[] => [
  serve(calls.starMessage, async ({ member, params, body }) => {
    await starMessage(deps, member.sub, { messageId: params.id, isStarred: body.state })
    return { isStarred: body.state }
  }),
]
