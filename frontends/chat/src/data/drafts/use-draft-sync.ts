import type { MessageDraftView } from '@meadow/contracts/browser'
import { useSetDraftText } from '@meadow/features'
import { api, memberStorage, useOutbox, useOutboxEntries, useQueryClient, useSession, useToast } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { toDraftName } from '../../pages/draft-name.ts'
import { t } from '../../texts.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { changeDraftVersion, isSaved, readDraftVersions, resolveDraft, toChangedVersion } from './draft-versions.ts'
import { messageDraftAction } from './message-draft-action.ts'
import { saveDraft } from './use-message-draft.ts'

/**
 * Keeps the drafts in step with those of other devices: saves what was not saved when the page was last closed, and takes what others have
 * changed, when the chat opens and when its window is shown again. What was typed here since, or waits in the outbox, stays. If a text of
 * this device that was not saved is replaced, a toast brings it back.
 */
export function useDraftSync(): void {
  const memberId = useSession().user?._id
  const cache = useQueryClient()
  const outbox = useOutbox()
  const toast = useToast()
  const setText = useSetDraftText()
  const entries = useOutboxEntries(messageDraftAction)
  const listWaitingIds = useEffectEvent(() => new Set(entries.map(({ data }) => data.userId)))

  const take = useEffectEvent((memberId: string, userId: string, stored: MessageDraftView | undefined) => {
    const name = toDraftName(userId)
    const text = memberStorage.read(memberId, name) ?? ''
    const resolution = resolveDraft({ text, version: readDraftVersions(memberId)[userId] }, stored)
    if (resolution === 'keep') return
    setText(name, stored?.content ?? '')
    changeDraftVersion(memberId, userId, () => stored && { changedAt: stored.changedAt, savedAt: stored.changedAt })
    if (resolution !== 'conflict') return
    const restore = () => {
      setText(name, text)
      changeDraftVersion(memberId, userId, (version) => toChangedVersion(version, new Date()))
      saveDraft(outbox, memberId, userId)
    }
    const action = { label: t('draft.restore'), onSelect: restore }
    toast({ tone: 'info', title: t('draft.changedElsewhere'), action })
  })

  const saveUnsaved = useEffectEvent(() => {
    for (const [userId, version] of Object.entries(readDraftVersions(memberId)))
      if (!isSaved(version)) saveDraft(outbox, memberId, userId)
  })

  useEffect(() => {
    if (memberId === undefined) return
    let isEnded = false
    const refresh = async () => {
      const [versions, waitingIds] = [readDraftVersions(memberId), listWaitingIds()]
      const { drafts } = await cache.fetchQuery({
        queryKey: chatQueryKeys.drafts,
        queryFn: ({ signal }) => api('GET /messages/drafts', { signal }),
        staleTime: 0,
      })
      if (isEnded) return // another member may be signed in
      const isUnchanged = (userId: string) =>
        !waitingIds.has(userId) &&
        readDraftVersions(memberId)[userId]?.changedAt === versions[userId]?.changedAt &&
        readDraftVersions(memberId)[userId]?.savedAt === versions[userId]?.savedAt
      const userIds = new Set([...Object.keys(versions), ...drafts.map(({ _id }) => _id)])
      for (const userId of userIds)
        if (isUnchanged(userId))
          take(
            memberId,
            userId,
            drafts.find(({ _id }) => _id === userId),
          )
    }
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') void refresh().catch(() => undefined)
    }
    saveUnsaved()
    void refresh().catch(() => undefined) // offline: what is on this device is shown
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      isEnded = true
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [memberId, cache])
}
