import type { DomainEvent } from '@meadow/contracts'
import type { ConsumerStore } from './consumer-store.ts'
import type { EventHandler } from './event-handler.ts'

/**
 * A parsed event, its handlers, and its id in the inbox, which is usually the event's id. `unknownValues` are the enum values
 * in it that no contract defines.
 */
export type HandlerTask<Bound> = {
  event: DomainEvent
  handlers: readonly EventHandler<Bound>[]
  inboxId: string
  unknownValues: readonly string[]
}

/**
 * Handles events once per consumer: the inbox ids and the effects commit in one transaction. Returns the tasks that were
 * handled now, without repeats.
 */
export async function handleOnce<Bound>(
  consumer: string,
  store: ConsumerStore<Bound>,
  tasks: readonly HandlerTask<Bound>[],
): Promise<HandlerTask<Bound>[]> {
  if (tasks.length === 0) return []
  return store.transaction(async (bound, inbox) => {
    const newIds = await inbox.insertNew(
      consumer,
      tasks.map(({ inboxId, event }) => ({ id: inboxId, type: event.type })),
    )
    const newTasks = tasks.filter(({ inboxId }) => newIds.delete(inboxId)) // drops repeats within the batch, too
    for (const run of splitByHandlers(newTasks)) {
      const events = run.map(({ event }) => event)
      for (const { handle } of run[0]?.handlers ?? []) await handle(events, bound)
    }
    return newTasks
  })
}

/** Splits tasks into runs of consecutive events of one type. */
function splitByHandlers<Bound>(tasks: readonly HandlerTask<Bound>[]): HandlerTask<Bound>[][] {
  const runs: HandlerTask<Bound>[][] = []
  for (const task of tasks) {
    const run = runs.at(-1)
    if (run?.[0]?.handlers === task.handlers) run.push(task)
    else runs.push([task])
  }
  return runs
}
