import type { MemberView } from '@meadow/contracts'
import { useToast } from '@meadow/web'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import { useDraft } from '../data/use-draft.ts'
import { useEdit } from '../data/use-edit.ts'
import { useSend } from '../data/use-send.ts'
import { Composer } from '../features/composer/composer.tsx'
import { t } from '../texts.ts'
import type { useRoom } from './use-room.ts'

type WriteProps = {
  member: MemberView
  room: ReturnType<typeof useRoom>
  /** What Up loads, if there is any. */
  lastOwn: ShownMessage | undefined
  onTyping: () => void
}

/** The field of a conversation: a new message, a reply, or another text for an old one. */
export function Write({ member, room, lastOwn, onTyping }: WriteProps) {
  const toast = useToast()
  const { draft, setDraft } = useDraft(member._id)
  const { sendText, sendImage } = useSend(member._id)
  const { mutate } = useEdit(member._id)
  const { mode, setMode, editText, setEditText, edit } = room
  const editing = mode?.kind === 'edit' ? mode.message : undefined
  const replyTo = mode?.kind === 'reply' ? mode.message : undefined
  const name = member.fullName

  const save = (message: ShownMessage, content: string) => {
    if (content === message.content) return
    mutate(
      { message, content },
      { onError: (error) => toast({ tone: 'error', title: t('composer.editFailed'), text: error.message }) },
    )
  }
  return (
    <Composer
      label={t('composer.label', { name })}
      placeholder={t('composer.placeholder', { name: name.split(' ')[0] ?? name })}
      text={editing ? editText : draft}
      onText={(text) => {
        if (editing) return setEditText(text)
        setDraft(text)
        if (text) onTyping()
      }}
      mode={mode}
      onCancelMode={() => setMode(undefined)}
      onSend={(parts) => {
        if (editing) save(editing, parts[0] ?? '')
        else {
          for (const [place, content] of parts.entries())
            sendText({ content, replyTo: place === 0 ? replyTo : undefined })
          setDraft('')
        }
        setMode(undefined)
      }}
      onPicture={(file) => {
        sendImage({ file, replyTo })
        setMode(undefined)
      }}
      onEditLast={() => lastOwn && edit(lastOwn)}
    />
  )
}
