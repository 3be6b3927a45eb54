import type { DomainEvent } from '@meadow/contracts'
import type { EventHandler } from './handler.ts'
import type { ConsumerStore } from './store.ts'

/** An event that has been checked, with those who want it, and what the inbox notes of it: usually its id. */
export type Task<Bound> = { event: DomainEvent; handlers: readonly EventHandler<Bound>[]; note: string }

/**
 * Handles events once per consumer: the notes 'seen' and the effects commit together, or not at all. Answers those that
 * had not been seen before.
 */
export async function handleOnce<Bound>(
  consumer: string,
  store: ConsumerStore<Bound>,
  tasks: readonly Task<Bound>[],
): Promise<Task<Bound>[]> {
  if (tasks.length === 0) return []
  return store.transaction(async (bound, inbox) => {
    const fresh = await inbox.insertNew(
      consumer,
      tasks.map(({ note }) => note),
    )
    const unseen = tasks.filter(({ note }) => fresh.delete(note)) // neither before nor a moment ago in this batch
    for (const run of runsOf(unseen)) {
      const events = run.map(({ event }) => event)
      for (const { handle } of run[0]?.handlers ?? []) await handle(events, bound)
    }
    return unseen
  })
}

/** Cuts tasks wherever another type of event begins. */
function runsOf<Bound>(tasks: readonly Task<Bound>[]): Task<Bound>[][] {
  const runs: Task<Bound>[][] = []
  for (const task of tasks) {
    const run = runs.at(-1)
    if (run?.[0]?.handlers === task.handlers) run.push(task)
    else runs.push([task])
  }
  return runs
}
