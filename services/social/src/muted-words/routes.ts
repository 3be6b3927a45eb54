import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { changeMutedWords, type MutedWordRepository, toMutedWordViews } from './muted-words.ts'

type MutedWordRouteDeps = UpsertCallerDeps & { mutedWords: MutedWordRepository; newId: (at: Date) => string }

export function createMutedWordRoutes(deps: MutedWordRouteDeps): CallRoute[] {
  return [
    serve(calls.listMutedWords, async ({ member }) => ({
      words: toMutedWordViews(await deps.mutedWords.find(member.sub), deps.now()),
    })),

    serve(calls.setMutedWords, async ({ member, body }) => {
      await upsertCaller(deps, member)
      const time = deps.now()
      const stamp = { id: deps.newId(time), time }
      const list = await deps.mutedWords.change(member.sub, (known) => changeMutedWords(known, body.words, stamp))
      return { words: toMutedWordViews(list, time) }
    }),
  ]
}
