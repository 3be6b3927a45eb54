import type { DomainEvent } from '@meadow/contracts'
import { withTrace } from '@meadow/service'
import type { Handler } from './handler.ts'
import type { Store } from './store.ts'

/** An event that has been checked, with those who want it, and what the inbox notes of it: usually its id. */
export type Task<Bound> = { event: DomainEvent; handlers: readonly Handler<Bound>[]; note: string }

/**
 * Handles events once per consumer: the notes 'seen' and the effects commit together, or not at all. Answers those that
 * had not been seen before.
 */
export async function handleOnce<Bound>(
  consumer: string,
  store: Store<Bound>,
  tasks: readonly Task<Bound>[],
): Promise<Task<Bound>[]> {
  if (tasks.length === 0) return []
  return store.transaction(async (bound, inbox) => {
    const fresh = await inbox.takeNew(
      consumer,
      tasks.map(({ note }) => note),
    )
    const handled: Task<Bound>[] = []
    for (const task of tasks) {
      const { event, handlers, note } = task
      if (!fresh.delete(note)) continue // seen before, or a moment ago in this batch
      for (const { handle } of handlers) await withTrace(event.traceparent, () => handle(event, bound))
      handled.push(task)
    }
    return handled
  })
}
