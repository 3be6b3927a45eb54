import { createTrayPicture, type PublishPostActionData, publishPostAction } from '@meadow/features'
import { useOutbox, useOutboxEntries, useToast } from '@meadow/web'
import { t } from '../../texts.ts'
import { useStoredPostDraft } from './post-draft-store.ts'

/**
 * Returns a function that takes a refused post out of the outbox into the composer. It leaves it there while the member writes
 * another one.
 */
export function useEditWaitingPost(): (entryId: string) => void {
  const outbox = useOutbox()
  const entries = useOutboxEntries<PublishPostActionData>(publishPostAction)
  const [draft, update] = useStoredPostDraft()
  const toast = useToast()
  return (entryId) => {
    const entry = entries.find(({ id }) => id === entryId)
    if (!entry) return
    const isWritingAnother = draft.text !== '' || draft.tray.pictures.length > 0
    if (isWritingAnother) return toast({ tone: 'info', title: t('composer.writingAnother') })
    const { content, pictures } = entry.data
    update({ text: content, tray: { pictures: pictures.map(createTrayPicture), error: undefined } })
    void outbox.discard(entry.id)
  }
}
