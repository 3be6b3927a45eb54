import { memberStorage } from '@meadow/web'
import { useState } from 'react'

/** Returns the unsent text to `userId`. It stays in the browser until it is sent or emptied. */
export function useMessageDraft(userId: string) {
  const key = `draft:${userId}`
  const [state, setState] = useState({ key, draft: memberStorage.read(key) ?? '' })
  if (state.key !== key) setState({ key, draft: memberStorage.read(key) ?? '' })

  const setDraft = (draft: string) => {
    if (draft.trim()) memberStorage.write(key, draft)
    else memberStorage.remove(key)
    setState({ key, draft })
  }
  return { draft: state.draft, setDraft }
}
