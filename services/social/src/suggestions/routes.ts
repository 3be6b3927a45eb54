import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import { type SuggestionRepository, toSuggestionView } from './follow-suggestion.ts'

export function createSuggestionRoutes({ suggestions }: { suggestions: SuggestionRepository }): CallRoute[] {
  return [
    serve(calls.getSuggestions, async ({ member, query }) => {
      const found = await suggestions.find({ _id: member.sub }, query.limit)
      return { suggestions: found.map(toSuggestionView) }
    }),
  ]
}
