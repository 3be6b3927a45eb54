import type { SocketHeard } from '@meadow/contracts'

/** Whom a hint is for; each instance knows which of its own sockets that are. */
type Audience =
  | { member: string }
  | { members: readonly string[] }
  /** Who watches this post, and who has never watched any. `author` is whose post it is. */
  | { watching: string; author: string }
  | { following: string }

type HintOf<Name extends keyof SocketHeard> = { to: Audience; name: Name; payload: SocketHeard[Name] }

/** Something that sockets are told. It is never the record: who misses it asks. */
export type Hint = { [Name in keyof SocketHeard]: HintOf<Name> }[keyof SocketHeard]

/** Gives a hint to all whom it is for, wherever they are connected. Never throws. */
export type Tell = (hint: Hint) => void
