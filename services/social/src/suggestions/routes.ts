import { calls } from '@meadow/contracts'
import type { MemberReadModel } from '@meadow/members'
import { type CallRoute, DomainError, serve } from '@meadow/service'
import { type SuggestionRepository, toSuggestionView } from './follow-suggestion.ts'

type SuggestionRouteDeps = {
  members: Pick<MemberReadModel, 'find'>
  suggestions: SuggestionRepository
  now: () => Date
}

export function createSuggestionRoutes({ members, suggestions, now }: SuggestionRouteDeps): CallRoute[] {
  return [
    serve(calls.getSuggestions, async ({ member, query }) => {
      const found = await suggestions.find({ _id: member.sub }, query.limit)
      return { suggestions: found.map(toSuggestionView) }
    }),

    serve(calls.dismissSuggestion, async ({ member, params, body }) => {
      if (!body.state) await suggestions.restore(member.sub, params.id)
      else if (!(await members.find([params.id])).has(params.id)) throw new DomainError('member_not_found')
      else await suggestions.dismiss(member.sub, params.id, now())
      return { isDismissed: body.state }
    }),
  ]
}
