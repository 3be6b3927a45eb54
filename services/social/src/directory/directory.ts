import { type Key, openCursor, type PageWindow, sealCursor, type Window } from '@meadow/service'
import type { Person } from '../people/person.ts'

/**
 * Where somebody stands among those who were found: whose username begins so, then whose name does, then who merely
 * contains it.
 */
export type Place = { rank: number; _id: string }

/** What is searched for; with `@` before it by username alone. */
export type Search = { text: string; isUsername: boolean }

/** Who is there: each list has one entry more than its window's limit, if there is one, and nobody sees themselves. */
export type Directory = {
  /** Members by a part of their name or username: the very username, then by their place. */
  search(search: Search, viewer: { _id: string }, window: PageWindow<Place>): Promise<(Person & Place)[]>
  /** All members, the newest first. */
  newest(viewer: { _id: string }, window: Window): Promise<(Person & Key)[]>
}

/** What a query asks for; undefined: everybody. */
export function toSearch(query: string): Search | undefined {
  const isUsername = query.startsWith('@')
  const text = isUsername ? query.slice(1).trim() : query
  return text ? { text, isUsername } : undefined
}

const PLACE = /^([0-2]):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const toPlaceCursor = ({ rank, _id }: Place): string => sealCursor(`${rank}:${_id}`)

/** @throws invalid_cursor for anything that `toPlaceCursor` did not make */
export function fromPlaceCursor(cursor: string): Place {
  const [rank, _id = ''] = openCursor(cursor, PLACE)
  return { rank: Number(rank), _id }
}
