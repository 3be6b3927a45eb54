import type { MemberView } from '@meadow/contracts/browser'
import { MAX_GROUP_MEMBERS, MAX_GROUP_NAME_LENGTH } from '@meadow/contracts/limits'
import { trimText } from '@meadow/contracts/visible-text'
import { getErrorDescription, useForegroundAction } from '@meadow/features'
import { Alert, Button, TextField } from '@meadow/ui'
import { useMutation, useNavigate, useToast } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import { createGroupAction } from './create-group-action.ts'
import { toFirstName } from './format-group-preview.ts'
import { GroupAvatars } from './group-avatars.tsx'
import styles from './groups.module.css'
import { MemberPicker } from './member-picker.tsx'
import { t } from './texts.ts'

export type NewGroupFormProps = { onClose: () => void }

/** Creates a group: first its people, then its name. One person alone gets a conversation. */
export default function NewGroupForm({ onClose }: NewGroupFormProps) {
  const [chosen, setChosen] = useState<readonly MemberView[]>([])
  const [isNaming, setIsNaming] = useState(false)
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const [only] = chosen
  const isFull = chosen.length >= MAX_GROUP_MEMBERS - 1 // the creator is a member, too
  if (isNaming)
    return (
      <GroupNameForm
        members={chosen}
        name={name}
        onNameChange={setName}
        onBack={() => setIsNaming(false)}
        onClose={onClose}
      />
    )
  return (
    <>
      <MemberPicker
        chosen={chosen}
        onChange={setChosen}
        isFull={isFull}
        hint={isFull ? t('new.full', { max: MAX_GROUP_MEMBERS }) : t('new.chooseText')}
      />
      <div className={styles['stickyFooter']}>
        {only && chosen.length === 1 ? (
          <Button
            onClick={() => {
              onClose()
              void navigate(`/chat/${only.username}`)
            }}
          >
            {t('new.message', { name: toFirstName(only) })}
          </Button>
        ) : (
          <Button disabled={chosen.length < 2} onClick={() => setIsNaming(true)}>
            {t('new.next')}
          </Button>
        )}
      </div>
    </>
  )
}

type GroupNameFormProps = NewGroupFormProps & {
  members: readonly MemberView[]
  name: string
  onNameChange: (name: string) => void
  onBack: () => void
}

function GroupNameForm({ members, name: text, onNameChange, onBack, onClose }: GroupNameFormProps) {
  const [isMissing, setIsMissing] = useState(false)
  const navigate = useNavigate()
  const toast = useToast()
  const { perform } = useForegroundAction(createGroupAction)
  const creation = useMutation({ mutationFn: (name: string) => perform({ name, members }) })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const name = trimText(text)
    setIsMissing(name === '')
    if (name === '' || creation.isPending) return
    creation.mutate(name, {
      onSuccess: (result) => {
        onClose()
        if (result.isSent) void navigate(`/chat/group/${result.response.group._id}`)
        else toast({ tone: 'info', title: t('new.later') })
      },
    })
  }
  return (
    <form className={styles['nameForm']} onSubmit={handleSubmit}>
      <GroupAvatars name={text.trim() || '?'} members={members} size={72} />
      <TextField
        label={t('new.name')}
        hint={t('new.nameHint')}
        error={isMissing ? t('new.nameMissing') : undefined}
        value={text}
        onChange={(changed) => {
          onNameChange(changed)
          setIsMissing(false)
        }}
        maxLength={MAX_GROUP_NAME_LENGTH}
        autoComplete="off"
        autoFocus
      />
      <p className={styles['hint']}>{t('new.invited', { count: members.length })}</p>
      {creation.isError && <Alert>{getErrorDescription(creation.error)}</Alert>}
      <div className={styles['stickyFooter']}>
        <Button variant="quiet" onClick={onBack}>
          {t('new.back')}
        </Button>
        <Button type="submit" busy={creation.isPending}>
          {t('new.create')}
        </Button>
      </div>
    </form>
  )
}
