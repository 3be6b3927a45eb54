import { useSession, useToast } from '@meadow/web'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import { useEdit } from '../data/use-edit.ts'
import { useSend } from '../data/use-send.ts'
import { Composer } from '../features/composer/composer.tsx'
import { t } from '../texts.ts'
import type { useMode } from './use-mode.ts'

export type WriteProps = {
  userId: string
  /** Under which message one writes; in the conversation itself without one. */
  threadId?: string
  label: string
  placeholder: string
  /** Of a new message. */
  text: string
  onText: (text: string) => void
  writing: ReturnType<typeof useMode>
  /** Up loads the last own text of them. */
  messages: readonly ShownMessage[]
  atOnce?: boolean
}

/** The field of a conversation or a thread: a new message, a reply, or another text for an old one. */
export function Write(props: WriteProps) {
  const { userId, threadId, label, placeholder, text, onText, writing, messages, atOnce = false } = props
  const toast = useToast()
  const you = useSession().user?._id
  const { sendText, sendImage } = useSend(userId)
  const { mutate } = useEdit(userId)
  const { mode, setMode, editText, setEditText, edit } = writing
  const editing = mode?.kind === 'edit' ? mode.message : undefined
  const replyTo = mode?.kind === 'reply' ? mode.message : undefined

  const save = (message: ShownMessage, content: string) => {
    if (content === message.content) return
    mutate(
      { message, content },
      { onError: (error) => toast({ tone: 'error', title: t('composer.editFailed'), text: error.message }) },
    )
  }
  return (
    <Composer
      label={label}
      placeholder={placeholder}
      text={editing ? editText : text}
      onText={editing ? setEditText : onText}
      mode={mode}
      atOnce={atOnce}
      onCancelMode={() => setMode(undefined)}
      onSend={(parts) => {
        if (editing) save(editing, parts[0] ?? '')
        else {
          for (const [place, content] of parts.entries())
            sendText({ content, threadId, replyTo: place === 0 ? replyTo : undefined })
          onText('')
        }
        setMode(undefined)
      }}
      onPicture={(file) => {
        sendImage({ file, threadId, replyTo })
        setMode(undefined)
      }}
      onEditLast={() => {
        const last = messages.findLast((message) => canEdit(message, you))
        if (last) edit(last)
      }}
    />
  )
}

/** An own text that has been sent. */
const canEdit = ({ sender, messageType, deletedAt, local }: ShownMessage, you: string | undefined): boolean =>
  sender._id === you && messageType === 'text' && !deletedAt && !local
