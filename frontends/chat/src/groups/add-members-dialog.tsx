import type { GroupView, MemberView } from '@meadow/contracts/browser'
import { MAX_GROUP_MEMBERS } from '@meadow/contracts/limits'
import { Button, Dialog } from '@meadow/ui'
import { useState } from 'react'
import { useChangeGroup } from './group-change-action.ts'
import { MemberPicker } from './member-picker.tsx'
import { t } from './texts.ts'

type AddMembersDialogProps = { group: GroupView; isOpen: boolean; onClose: () => void }

/** Invites more people to a group. */
export function AddMembersDialog({ group, isOpen, onClose }: AddMembersDialogProps) {
  const [chosen, setChosen] = useState<readonly MemberView[]>([])
  const change = useChangeGroup()
  const ids = new Set([...group.members, ...group.invited].map(({ _id }) => _id))
  const isFull = group.memberCount + group.invited.length + chosen.length >= MAX_GROUP_MEMBERS
  const close = () => {
    setChosen([])
    onClose()
  }
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={t('add.title')}
      footer={
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            change(group, { kind: 'invite', members: chosen })
            close()
          }}
        >
          {chosen.length === 0 ? t('add.none') : t('add.confirm', { count: chosen.length })}
        </Button>
      }
    >
      <MemberPicker
        chosen={chosen}
        onChange={setChosen}
        isFull={isFull}
        hint={isFull ? t('new.full', { max: MAX_GROUP_MEMBERS }) : ''}
        excluded={{ ids, reason: t('add.isInGroup') }}
      />
    </Dialog>
  )
}
