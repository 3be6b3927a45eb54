import { type KeyboardEvent, useState } from 'react'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import type { Target } from '../features/messages/use-target.ts'
import { useMode } from './use-mode.ts'

/** What one is about to do in a conversation, and what is open beside it. Escape ends one after the other. */
export function useRoom() {
  const writing = useMode()
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const [isSearching, setSearching] = useState(false)
  const [aside, setAside] = useState<'threads' | { thread: string }>()
  const [removing, setRemoving] = useState<readonly ShownMessage[]>([])
  const [target, setTarget] = useState<Target>()

  const toggle = ({ _id }: ShownMessage) =>
    setSelected((those) => {
      const more = new Set(those)
      if (!more.delete(_id)) more.add(_id)
      return more
    })
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (writing.mode) writing.setMode(undefined)
    else if (selected) setSelected(undefined)
    else if (isSearching) setSearching(false)
    else if (aside) setAside(undefined)
  }
  return {
    writing,
    selected,
    setSelected,
    toggle,
    isSearching,
    setSearching,
    aside,
    setAside,
    removing,
    setRemoving,
    target,
    setTarget,
    handleKeyDown,
  }
}
