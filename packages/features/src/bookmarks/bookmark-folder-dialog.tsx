import { MAX_BOOKMARK_FOLDER_LENGTH } from '@meadow/contracts/limits'
import { Button, Dialog, TextField } from '@meadow/ui'
import { useOutbox } from '@meadow/web'
import { type FormEvent, useId, useState } from 'react'
import { bookmarkAction } from './bookmark-action.ts'
import { t } from './bookmark-texts.ts'
import styles from './bookmarks.module.css'
import { useBookmarkFolders } from './use-bookmark-folders.ts'

type BookmarkFolderDialogProps = { postId: string; isOpen: boolean; onClose: () => void }

/** Asks for the folder of a bookmark: one that the member has, or a new one. */
export function BookmarkFolderDialog({ postId, isOpen, onClose }: BookmarkFolderDialogProps) {
  const outbox = useOutbox()
  const folders = useBookmarkFolders()
  const [name, setName] = useState('')
  const formId = useId()
  const move = (folder: string) => {
    void outbox.add(bookmarkAction, { postId, isBookmarked: true, folder: folder.trim() })
    setName('')
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    move(name)
  }
  const buttons = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('bookmark.cancel')}
      </Button>
      <Button type="submit" form={formId}>
        {t('bookmark.save')}
      </Button>
    </>
  )
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('bookmark.moveTitle')} footer={buttons}>
      <form id={formId} className={styles['form']} onSubmit={submit}>
        <TextField
          label={t('bookmark.folder')}
          hint={t('bookmark.folderHint')}
          value={name}
          onChange={setName}
          maxLength={MAX_BOOKMARK_FOLDER_LENGTH}
          data-autofocus
        />
        {folders.length > 0 && (
          <ul className={styles['folders']} aria-label={t('bookmark.folders')}>
            {folders.map((folder) => (
              <li key={folder.name}>
                <Button variant="soft" size="s" onClick={() => move(folder.name)}>
                  <bdi>{folder.name}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </Dialog>
  )
}
