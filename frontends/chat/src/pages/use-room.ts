import { type KeyboardEvent, useState } from 'react'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import type { Mode } from '../features/composer/mode-bar.tsx'
import type { Target } from '../features/messages/use-target.ts'

/** What one is about to do in a conversation, and what is open beside it. Escape ends one after the other. */
export function useRoom() {
  const [mode, setMode] = useState<Mode>()
  const [editText, setEditText] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const [isSearching, setSearching] = useState(false)
  const [aside, setAside] = useState<'threads' | { thread: string }>()
  const [removing, setRemoving] = useState<readonly ShownMessage[]>([])
  const [target, setTarget] = useState<Target>()

  const edit = (message: ShownMessage) => {
    setMode({ kind: 'edit', message })
    setEditText(message.content)
  }
  const toggle = ({ _id }: ShownMessage) =>
    setSelected((those) => {
      const more = new Set(those)
      if (!more.delete(_id)) more.add(_id)
      return more
    })
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (mode) setMode(undefined)
    else if (selected) setSelected(undefined)
    else if (isSearching) setSearching(false)
    else if (aside) setAside(undefined)
  }
  return {
    mode,
    setMode,
    editText,
    setEditText,
    edit,
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
