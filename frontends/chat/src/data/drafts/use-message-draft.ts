import { useDraftText, useShowStoredDraftText } from '@meadow/features'
import { memberStorage, useOutbox, useSession } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { toDraftName } from '../../pages/draft-name.ts'
import { changeDraftVersion, isSaved, readDraftVersions, toChangedVersion } from './draft-versions.ts'
import { messageDraftAction } from './message-draft-action.ts'

/** A draft is saved when nothing was changed for this time. */
const SAVE_DELAY_MS = 2_000

/** Returns the text that the member has begun in the conversation with `userId`, in this tab or another one, and a function that changes it. */
export function useMessageDraftText(userId: string): readonly [string, (text: string) => void] {
  const memberId = useSession().user?._id
  const name = toDraftName(userId)
  const [text, setText] = useDraftText(name)
  const showStored = useShowStoredDraftText(name)
  const takeOver = useEffectEvent(showStored)
  useEffect(() => {
    if (memberId === undefined) return
    const controller = new AbortController()
    memberStorage.onChange(memberId, name, () => takeOver(), controller.signal)
    return () => controller.abort()
  }, [memberId, name])
  return [text, setText]
}

/**
 * Returns the draft of a conversation for its composer. It is on this device at once, and on the server some seconds after a change, when
 * it is emptied, and when the composer or its page closes.
 */
export function useMessageDraft(userId: string): readonly [string, (text: string) => void] {
  const memberId = useSession().user?._id
  const outbox = useOutbox()
  const [text, setText] = useMessageDraftText(userId)
  const [lastChange, setLastChange] = useState<{ userId: string; isBlank: boolean }>()
  const save = useEffectEvent(() => {
    if (lastChange) saveDraft(outbox, memberId, lastChange.userId)
  })
  useEffect(() => {
    if (!lastChange) return
    const timer = setTimeout(save, lastChange.isBlank ? 0 : SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [lastChange])
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') save()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      save()
    }
  }, [])
  return [
    text,
    (changed) => {
      setText(changed)
      changeDraftVersion(memberId, userId, (version) => toChangedVersion(version, new Date()))
      setLastChange({ userId, isBlank: changed.trim() === '' })
    },
  ]
}

/** Saves what was changed since, in any tab. An emptied draft is deleted, if the server may have it. */
export function saveDraft(
  outbox: Pick<ReturnType<typeof useOutbox>, 'add'>,
  memberId: string | undefined,
  userId: string,
): void {
  const { [userId]: version } = readDraftVersions(memberId)
  if (!version || isSaved(version)) return
  const { changedAt, savedAt } = version
  const content = memberStorage.read(memberId, toDraftName(userId)) ?? ''
  const isBlank = content.trim() === ''
  if (isBlank && savedAt === undefined) {
    changeDraftVersion(memberId, userId, () => undefined)
    return
  }
  const { stored } = outbox.add(messageDraftAction, { userId, changedAt, ...(!isBlank && { content }) })
  void stored.then(
    () => changeDraftVersion(memberId, userId, (current) => current && { ...current, savedAt: changedAt }),
    () => undefined, // the page was closed, or nothing stores it: the next start of the chat saves the text
  )
}
