import { memberStorage } from '@meadow/web'
import { useState } from 'react'

/** What the member has written to `userId` and not sent: kept until it is sent or empty. */
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
