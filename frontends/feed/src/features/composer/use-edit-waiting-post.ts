import { createTrayPicture, type PublishPostActionData, publishPostAction } from '@meadow/features'
import { useOutbox, useOutboxEntries, useToast } from '@meadow/web'
import { t } from './texts.ts'
import type { PostDraft } from './use-post-draft.ts'

/**
 * Returns a function that takes a refused post out of the outbox into the composer. It leaves it there while the member writes
 * another one.
 */
export function useEditWaitingPost(draft: PostDraft): (entryId: string) => void {
  const outbox = useOutbox()
  const entries = useOutboxEntries<PublishPostActionData>(publishPostAction)
  const toast = useToast()
  return (entryId) => {
    const entry = entries.find(({ id }) => id === entryId)
    if (!entry) return
    if (!draft.isEmpty) return toast({ tone: 'info', title: t('composer.writingAnother') })
    const { content, pictures } = entry.data
    draft.replace(content, pictures.map(createTrayPicture))
    void outbox.discard(entry.id)
  }
}
