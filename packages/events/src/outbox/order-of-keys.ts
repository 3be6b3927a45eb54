/** Where an event stands among those of its key. */
export type Place = { _id: string; key: string; rev: number; place: number }

const byId = (one: Place, other: Place) => (one._id < other._id ? -1 : 1)
const byPlace = (one: Place, other: Place) => one.rev - other.rev || one.place - other.place || byId(one, other)

/**
 * The ids of events, the oldest first as their ids tell; where ids of one key contradict the order of its events, because
 * two processes made them, these change places.
 */
export function inOrder(places: readonly Place[]): string[] {
  const ofKey = Map.groupBy(places.toSorted(byPlace), ({ key }) => key)
  return places.toSorted(byId).flatMap(({ key }) => ofKey.get(key)?.shift()?._id ?? [])
}
