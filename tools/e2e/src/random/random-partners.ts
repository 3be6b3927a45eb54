import type { ApiClient, ApiMember } from '@meadow/testing/api-client'
import type { SeededRandom } from '@meadow/testing/random'

/** Creates members who message one member, and edit, delete and read at random. */
export function createRandomPartners(
  { call, sendMessage: send, react }: ApiClient,
  recipient: ApiMember,
  partners: readonly ApiMember[],
  random: SeededRandom,
): { act(): Promise<string> } {
  const sent = new Map(partners.map((one) => [one, [] as string[]]))
  let textCount = 0
  const createText = () => `Thought ${++textCount} of ${random.below(1_000)}`
  const write = async (by: ApiMember, threadId?: string) => {
    sent.get(by)?.push(await send(by, recipient, createText(), threadId ? { threadId } : {}))
  }
  const actions: Record<string, (by: ApiMember, messageId: string) => Promise<unknown>> = {
    writes: (by) => write(by),
    'writes again': (by) => write(by),
    'writes in a thread': (by, messageId) => write(by, messageId),
    edits: (by, messageId) => call(`/messages/${messageId}`, { by, body: { content: createText() }, method: 'PUT' }),
    deletes: async (by, messageId) => {
      await call(`/messages/${messageId}`, { by, method: 'DELETE' })
      sent.set(by, sent.get(by)?.filter((id) => id !== messageId) ?? [])
    },
    reacts: (by, messageId) => react(by, messageId, '🎉'),
    reads: (by) => call(`/messages/conversations/${recipient._id}/read`, { by, method: 'PUT' }),
  }
  return {
    async act() {
      const by = random.pick(partners)
      const own = sent.get(by) ?? []
      const does = own.length === 0 ? 'writes' : random.pick(Object.keys(actions))
      await actions[does]?.(by, own.length === 0 ? '' : random.pick(own))
      return `a partner ${does}`
    },
  }
}
