/** The order of an event among the events of its key. */
export type OutboxPosition = { _id: string; key: string; rev: number; index: number }

const compareIds = (a: OutboxPosition, b: OutboxPosition) => (a._id < b._id ? -1 : 1)
const compareRevs = (a: OutboxPosition, b: OutboxPosition) => a.rev - b.rev || a.index - b.index || compareIds(a, b)

/**
 * Sorts ids of events by age. Ids of two processes may contradict the order within a key, because their clocks differ; the
 * events of such a key swap their positions.
 */
export function sortByKeyOrder(positions: readonly OutboxPosition[]): string[] {
  const byKey = Map.groupBy(positions.toSorted(compareRevs), ({ key }) => key)
  return positions.toSorted(compareIds).flatMap(({ key }) => byKey.get(key)?.shift()?._id ?? [])
}
