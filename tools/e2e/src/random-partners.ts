import type { Caller, Calls } from '@meadow/testing/api-client'
import type { Random } from '@meadow/testing/random'

/** Several members who write to one, and do to what they wrote whatever comes to their mind. */
export function randomPartners(
  { call, send, react }: Calls,
  whom: Caller,
  partners: readonly Caller[],
  random: Random,
): { act(): Promise<string> } {
  const sent = new Map(partners.map((one) => [one, [] as string[]]))
  let words = 0
  const someText = () => `Thought ${++words} of ${random.below(1_000)}`
  const write = async (by: Caller, threadId?: string) => {
    sent.get(by)?.push(await send(by, whom, someText(), threadId ? { threadId } : {}))
  }
  const acts: Record<string, (by: Caller, messageId: string) => Promise<unknown>> = {
    writes: (by) => write(by),
    'writes again': (by) => write(by),
    'writes in a thread': (by, messageId) => write(by, messageId),
    edits: (by, messageId) => call(`/messages/${messageId}`, { by, body: { content: someText() }, method: 'PUT' }),
    deletes: async (by, messageId) => {
      await call(`/messages/${messageId}`, { by, method: 'DELETE' })
      sent.set(by, sent.get(by)?.filter((id) => id !== messageId) ?? [])
    },
    reacts: (by, messageId) => react(by, messageId, '🎉'),
    reads: (by) => call(`/messages/conversations/${whom._id}/read`, { by, method: 'PUT' }),
  }
  return {
    async act() {
      const by = random.pick(partners)
      const own = sent.get(by) ?? []
      const does = own.length === 0 ? 'writes' : random.pick(Object.keys(acts))
      await acts[does]?.(by, own.length === 0 ? '' : random.pick(own))
      return `a partner ${does}`
    },
  }
}
