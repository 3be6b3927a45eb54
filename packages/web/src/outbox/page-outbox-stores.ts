import type { OutboxEntry } from './outbox-entry.ts'
import { listReferredEntries } from './outbox-references.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import { createOutboxStore, type OutboxAddition, type PlanOutboxAddition } from './outbox-store.ts'

/** The storage of all tabs, and the one of this page, for what the first refuses. */
export type PageOutboxStorages = { shared: OutboxStorage; pageOnly: OutboxStorage }

/** Creates the stores of one member, which are read and written as one. */
export function createPageOutboxStores(storages: PageOutboxStorages, memberId: string) {
  const shared = createOutboxStore(storages.shared, memberId)
  const pageOnly = createOutboxStore(storages.pageOnly, memberId)
  const stores = [shared, pageOnly] as const
  return {
    all: stores,
    /** Returns the entries of both stores. `sharedCount` is undefined if the browser forbids the shared storage. */
    async list(): Promise<{ entries: OutboxEntry[]; sharedCount: number | undefined }> {
      const sharedEntries = await shared.list().catch(() => undefined)
      return { entries: [...(sharedEntries ?? []), ...(await pageOnly.list())], sharedCount: sharedEntries?.length }
    },
    /** Returns the server responses to entries that another tab or the worker sent, by entry id. */
    async findSentResponses(entries: readonly OutboxEntry[]): Promise<Map<string, { response: unknown }>> {
      const responses = new Map<string, { response: unknown }>()
      const find = async ({ id }: OutboxEntry) => {
        const sent = await shared.findSentResponse(id).catch(() => undefined)
        if (sent) responses.set(id, sent)
      }
      await Promise.all(entries.map(find))
      return responses
    },
    /** Adds an entry where the one that it replaces and those to which it refers are. `isShared` is false if only this page has it. */
    async add(
      replaceKey: string | undefined,
      plan: PlanOutboxAddition,
    ): Promise<OutboxAddition & { isShared: boolean }> {
      const planned = plan(undefined)
      const referredIds = planned === 'undone' ? [] : listReferredEntries(planned.requests)
      const addToPage = async () => ({ ...(await pageOnly.add(replaceKey, plan)), isShared: false })
      if (await pageOnly.contains(replaceKey, referredIds)) return addToPage()
      try {
        return { ...(await shared.add(replaceKey, plan)), isShared: true }
      } catch {
        return addToPage() // the storage is forbidden or full
      }
    },
    async retry(id: string): Promise<void> {
      await Promise.all(stores.map((store) => store.retry(id, Date.now()).catch(() => undefined)))
    },
    async changeData(id: string, toData: (data: unknown) => unknown): Promise<void> {
      await Promise.all(stores.map((store) => store.changeData(id, toData).catch(() => undefined)))
    },
    /** Removes an entry and those that depend on it. Returns the removed ones. @throws if a store fails and none has removed it */
    async discard(id: string): Promise<OutboxEntry[]> {
      const results = await Promise.allSettled(stores.map((store) => store.discard(id)))
      const discarded = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
      if (failed && discarded.length === 0) throw failed.reason
      return discarded
    },
  }
}
