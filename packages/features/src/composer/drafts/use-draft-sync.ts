import type { PostDraftView } from '@meadow/contracts/browser'
import {
  api,
  createUuid,
  type OutboxEntry,
  useOutbox,
  useOutboxEntries,
  useQuery,
  useQueryClient,
  useToast,
} from '@meadow/web'
import { useEffect, useEffectEvent, useRef } from 'react'
import { getErrorDescription } from '../../get-error-description.ts'
import { t } from '../texts.ts'
import type { PostDraft } from '../use-publish-post.ts'
import { findNewerDraft, isSaved, type ListedDraft, listDrafts } from './draft-version.ts'
import { DRAFTS_KEY, type DraftActionData, postDraftAction } from './post-draft-action.ts'
import { fetchDraftPictures, uploadedPictures } from './uploaded-pictures.ts'
import { useWaitingDraftIds } from './use-waiting-draft-ids.ts'

/** A draft is saved when nothing was changed for this time. */
const SAVE_DELAY_MS = 5_000

const listDraftsOptions = {
  queryKey: DRAFTS_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /posts/drafts', { signal }),
}

/**
 * Keeps the draft in the composer on the server as well: saves it some seconds after a change, and when the composer closes. When it
 * opens, and when its window is shown again, it takes what other devices have changed since. Returns the other drafts.
 */
export function useDraftSync(draft: PostDraft, isOpen: boolean) {
  const outbox = useOutbox()
  const cache = useQueryClient()
  const toast = useToast()
  const entries = useOutboxEntries(postDraftAction)
  const { data } = useQuery({ ...listDraftsOptions, enabled: false })
  const waitingDraftIds = useWaitingDraftIds()
  const { version, tray } = draft

  const add = (action: DraftActionData) => {
    void outbox.add(postDraftAction, action).outcome.then((outcome) => {
      if (outcome.type === 'sent') noteSaved(action, (outcome.response as { draft?: PostDraftView }).draft)
    })
  }
  const noteSaved = (action: DraftActionData, saved: PostDraftView | undefined) => {
    if (!saved || !action.draft) return
    for (const [index, { file }] of action.draft.pictures.entries())
      uploadedPictures.remember(file, saved.pictures[index]?.secure_url)
    const { id, changedAt } = action
    draft.changeVersion((current) => {
      if (current?.id !== id || current.savedAt !== changedAt) return current
      const savedAt = saved.changedAt // that of the server, if the clock of this device is ahead
      return { id, changedAt: current.changedAt === changedAt ? savedAt : current.changedAt, savedAt }
    })
  }
  /** Saves what was changed since. An emptied draft is deleted. */
  const save = () => {
    if (!version || isSaved(version) || tray.isChecking) return
    const { id, changedAt, savedAt } = version
    if (draft.isBlank && savedAt === undefined) return
    add({ id, changedAt, ...(!draft.isBlank && { draft: draft.toContent() }) })
    draft.changeVersion(() => (draft.isBlank ? undefined : { id, changedAt, savedAt: changedAt }))
  }
  const remove = (id: string, changedAt: string) => add({ id, changedAt })

  const onPause = useEffectEvent(save)
  const isChanged = version !== undefined && !isSaved(version)
  useEffect(() => {
    if (!isOpen || !isChanged) return
    const timer = setTimeout(onPause, SAVE_DELAY_MS, version?.changedAt)
    return () => clearTimeout(timer)
  }, [isOpen, isChanged, version?.changedAt])

  const takeNewer = useEffectEvent(async (drafts: readonly PostDraftView[], isUnchanged: () => boolean) => {
    const newer = findNewerDraft(version, drafts)
    if (newer === undefined) return
    const pictures = newer === 'gone' ? [] : await fetchDraftPictures(newer)
    if (!isUnchanged()) return
    if (newer === 'gone') draft.clear({ keepsVideo: true })
    else draft.replace(newer, pictures)
    toast({ tone: 'info', title: t(newer === 'gone' ? 'drafts.gone' : 'drafts.updated') })
  })
  const latest = useRef({ version, entries })
  useEffect(() => {
    latest.current = { version, entries }
  })
  useEffect(() => {
    if (!isOpen) return
    const refresh = async () => {
      const before = latest.current
      const isWaiting = before.entries.some((entry) => entry.data.id === before.version?.id)
      const isUnchanged = () => latest.current.version?.changedAt === before.version?.changedAt
      const { drafts } = await cache.fetchQuery({ ...listDraftsOptions, staleTime: 0 })
      if (!isWaiting && isUnchanged()) await takeNewer(drafts, isUnchanged)
    }
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') onPause()
      else void refresh().catch(() => undefined)
    }
    void refresh().catch(() => undefined) // offline: what is on this device is shown
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      onPause()
    }
  }, [isOpen, cache])

  useRefusedDrafts(draft, isOpen, add)
  const hiddenIds = new Set([...waitingDraftIds, ...(version ? [version.id] : [])])
  return {
    drafts: listDrafts(data?.drafts ?? [], entries, hiddenIds),
    /** Puts another draft into the composer; the current one is saved. A toast says if its pictures cannot be loaded. */
    async open(listed: ListedDraft): Promise<void> {
      try {
        const pictures = 'stored' in listed ? await fetchDraftPictures(listed.stored) : listed.waiting.pictures
        save()
        const content = 'stored' in listed ? listed.stored : { content: listed.text, ...listed.waiting.settings }
        draft.replace({ ...content, _id: listed.id, changedAt: listed.changedAt }, pictures)
      } catch (error) {
        toast({ tone: 'error', title: t('drafts.openFailed'), text: getErrorDescription(error as Error) })
      }
    },
    /** Saves the current draft, and begins another one. */
    begin(): void {
      save()
      draft.clear()
    },
    remove: ({ id, changedAt }: ListedDraft) => remove(id, changedAt),
    /** Discards the draft in the composer, here and on the server. */
    discard(): void {
      if (version?.savedAt !== undefined) remove(version.id, version.changedAt)
      draft.clear()
    },
  }
}

/** Handles drafts that the server has refused, so that no text is lost. */
function useRefusedDrafts(draft: PostDraft, isOpen: boolean, add: (action: DraftActionData) => void): void {
  const outbox = useOutbox()
  const toast = useToast()
  const refused = useOutboxEntries(postDraftAction).find(({ refusal }) => refusal)
  const handle = useEffectEvent(async (id: string) => {
    const entry = (await outbox.takeBack(id)) as OutboxEntry<DraftActionData> | undefined // only one tab gets it
    const content = entry?.data.draft
    if (!entry?.refusal || !content) return
    const isChangedElsewhere = entry.refusal.code === 'draft_changed'
    const hasUploads = content.pictures.some(({ url }) => url !== undefined)
    if (isChangedElsewhere || (entry.refusal.code === 'invalid_request' && hasUploads)) {
      const newId = isChangedElsewhere ? createUuid() : entry.data.id
      for (const { file } of content.pictures) uploadedPictures.remember(file, undefined)
      const pictures = content.pictures.map(({ file, alt }) => ({ file, alt }))
      draft.changeVersion((current) => (current?.id === entry.data.id ? { ...current, id: newId } : current))
      add({ ...entry.data, id: newId, draft: { ...content, pictures } })
    } else
      draft.changeVersion((current) => (current?.id === entry.data.id ? { ...current, savedAt: undefined } : current))
    if (isChangedElsewhere) toast({ tone: 'info', title: t('drafts.changedElsewhere') })
    else if (!hasUploads) toast({ tone: 'error', title: t('drafts.saveFailed'), text: entry.refusal.message })
  })
  useEffect(() => {
    if (isOpen && refused) void handle(refused.id)
  }, [isOpen, refused])
}
