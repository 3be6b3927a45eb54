import type { GroupView } from '@meadow/contracts/browser'
import { MAX_GROUP_NAME_LENGTH } from '@meadow/contracts/limits'
import { trimText } from '@meadow/contracts/visible-text'
import { Button, Dialog, TextField } from '@meadow/ui'
import { type FormEvent, useState } from 'react'
import { useChangeGroup } from './group-change-action.ts'
import styles from './groups.module.css'
import { t } from './texts.ts'

type RenameGroupDialogProps = { group: GroupView; isOpen: boolean; onClose: () => void }

/** Changes the name of a group. */
export function RenameGroupDialog({ group, isOpen, onClose }: RenameGroupDialogProps) {
  return (
    <Dialog narrow open={isOpen} onClose={onClose} title={t('rename.title')}>
      <RenameForm group={group} onClose={onClose} />
    </Dialog>
  )
}

function RenameForm({ group, onClose }: Pick<RenameGroupDialogProps, 'group' | 'onClose'>) {
  const [text, setText] = useState(group.name)
  const [isMissing, setIsMissing] = useState(false)
  const change = useChangeGroup()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const name = trimText(text)
    setIsMissing(name === '')
    if (name === '') return
    if (name !== group.name) change(group, { kind: 'rename', name })
    onClose()
  }
  return (
    <form className={styles['renameForm']} onSubmit={handleSubmit}>
      <TextField
        label={t('new.name')}
        error={isMissing ? t('new.nameMissing') : undefined}
        value={text}
        onChange={setText}
        maxLength={MAX_GROUP_NAME_LENGTH}
        autoComplete="off"
        data-autofocus
      />
      <Button type="submit" wide>
        {t('rename.save')}
      </Button>
    </form>
  )
}
