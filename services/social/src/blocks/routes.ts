import { calls } from '@meadow/contracts'
import { toMemberView } from '@meadow/members'
import { type CallRoute, DomainError, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { changeBlock } from './block.ts'
import type { BlockRepository } from './block-repository.ts'

type BlockRouteDeps = UpsertCallerDeps & { blocks: BlockRepository; newId: (at: Date) => string }

export function createBlockRoutes(deps: BlockRouteDeps): CallRoute[] {
  return [
    serve(calls.block, async ({ member, params, body }) => {
      if (params.id === member.sub) throw new DomainError('cannot_block_self')
      await upsertCaller(deps, member)
      const time = deps.now() // one for the block and its events, also when it is decided again
      const createStamp = () => ({ id: deps.newId(time), time })
      const user = await deps.blocks.change(member.sub, params.id, (pair) => changeBlock(pair, body.state, createStamp))
      const followed = await deps.members.findFollowed(member.sub, [user._id])
      return { user: toMemberView(user, followed.has(user._id)), isBlocked: body.state }
    }),

    serve(calls.listBlocked, async ({ member, query }) => {
      const found = await deps.blocks.list(member.sub, toKeysetWindow(query))
      const { page, ...more } = toKeysetPage(found, query.limit)
      return { blocked: page.map((blocked) => toMemberView(blocked, false)), ...more }
    }),
  ]
}
