import { calls } from '@meadow/contracts'
import { type Served, serve } from '@meadow/service'
import { type Suggestions, toSuggestionView } from './suggestions.ts'

export function suggestionCalls({ suggestions }: { suggestions: Suggestions }): Served[] {
  return [
    serve(calls.getSuggestions, async ({ member, query }) => {
      const found = await suggestions.find({ _id: member.sub }, query.limit)
      return { suggestions: found.map(toSuggestionView) }
    }),
  ]
}
