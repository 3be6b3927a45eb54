import type { MemberView } from '@meadow/contracts/browser'
import { useDraftText } from '@meadow/features'
import { useOutboxStatus, useSession } from '@meadow/web'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMessageDraft } from '../data/drafts/use-message-draft.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useChangeMessage } from '../data/messages/use-change-message.ts'
import { useCurrentQuote } from '../data/messages/use-current-quotes.ts'
import type { UnsentMessage } from '../data/messages/use-send-message.ts'
import { useSendMessage, useUnsentMessages } from '../data/messages/use-send-message.ts'
import { useIsOnline } from '../data/use-is-online.ts'
import { Composer } from '../features/composer/composer.tsx'
import { t } from '../texts.ts'
import { findLastToChange } from '../undo-send/message-hold.ts'
import { LazyVideoPreview } from '../video/lazy-video-preview.tsx'
import { toDraftName } from './draft-name.ts'
import type { ReturnedMessage, useComposerMode } from './use-composer-mode.ts'
import type { MessageTray } from './use-message-tray.ts'
import { useUndoSend } from './use-undo-send.ts'

type ConversationComposerProps = Pick<MessageComposerProps, 'composerMode' | 'tray' | 'messages' | 'isTextOnly'> & {
  member: MemberView
  onTyping: () => void
}

/** The composer of a conversation. It holds the draft itself, so that typing does not render the conversation again. */
export function ConversationComposer({ member, onTyping, ...rest }: ConversationComposerProps) {
  const { _id: userId, fullName } = member
  const [draft, setDraft] = useMessageDraft(userId)
  return (
    <MessageComposer
      userId={userId}
      label={t('composer.label', { name: fullName })}
      placeholder={t('composer.placeholder', { name: fullName.split(' ')[0] ?? fullName })}
      text={draft}
      onText={(text) => {
        setDraft(text)
        if (text) onTyping()
      }}
      focusOnMount
      {...rest}
    />
  )
}

/** The composer of a thread. */
export function ThreadComposer(
  props: Pick<MessageComposerProps, 'userId' | 'composerMode' | 'tray' | 'messages'> & { threadId: string },
) {
  const [text, setText] = useDraftText(toDraftName(props.userId, props.threadId))
  return (
    <MessageComposer
      label={t('composer.threadLabel')}
      placeholder={t('composer.threadPlaceholder')}
      text={text}
      onText={setText}
      {...props}
    />
  )
}

type MessageComposerProps = {
  userId: string
  /** The root of the thread; undefined in the conversation itself. */
  threadId?: string
  label: string
  placeholder: string
  /** The text of a new message; the composer mode holds that of an edit. */
  text: string
  onText: (text: string) => void
  composerMode: ReturnType<typeof useComposerMode>
  tray: MessageTray
  /** The Up key edits the last own message of these. */
  messages: readonly ShownMessage[]
  focusOnMount?: boolean
  /** Offers neither pictures nor recordings. @default false */
  isTextOnly?: boolean
}

/** Sends new messages and replies, and saves edits. */
function MessageComposer(props: MessageComposerProps) {
  const {
    userId,
    threadId,
    label,
    placeholder,
    text,
    onText,
    composerMode,
    tray,
    messages,
    focusOnMount = false,
    isTextOnly = false,
  } = props
  const [focusCount, setFocusCount] = useState(0)
  const currentUserId = useSession().user?._id
  const { canStore } = useOutboxStatus()
  const isOnline = useIsOnline()
  const { sendText, sendPictures, sendVoice, sendVideo } = useSendMessage(userId)
  const { edit: saveEdit } = useChangeMessage(userId)
  const { mode, setMode, editText, setEditText, edit, returnedMessage, setReturnedMessage } = composerMode
  const undoSend = useUndoSend(setReturnedMessage)
  const editing = mode?.kind === 'edit' ? mode.message : undefined
  const replyMode = mode?.kind === 'reply' ? mode : undefined
  const replyTo = useCurrentQuote(userId, replyMode?.message)
  const followQuote = useEffectEvent(() => {
    if (replyMode && replyTo && replyTo !== replyMode.message) setMode({ kind: 'reply', message: replyTo })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the quoted message was edited or deleted
  useEffect(() => followQuote(), [replyTo])

  const takeOver = useEffectEvent(
    ({ message: { content, replyTo: quoted }, pictures, video: returnedVideo }: ReturnedMessage) => {
      setReturnedMessage(undefined)
      tray.addDescribed(pictures)
      if (returnedVideo) tray.setVideo(returnedVideo)
      setMode(quoted ? { kind: 'reply', message: quoted } : undefined)
      if (content && text.trim() !== content) onText(text.trim() ? `${text.trimEnd()}\n${content}` : content)
      setFocusCount((count) => count + 1)
    },
  )
  useEffect(() => {
    if (returnedMessage) takeOver(returnedMessage)
  }, [returnedMessage])

  useReturnedText(useUnsentMessages(userId), {
    onRefuse({ content, replyTo: quoted, threadId: refusedIn }) {
      if (refusedIn !== (threadId ?? null) || text.trim() || mode || tray.pictures.length > 0) return
      onText(content)
      if (quoted) setMode({ kind: 'reply', message: quoted })
    },
    onRetry({ content, threadId: refusedIn }) {
      if (refusedIn !== (threadId ?? null) || text.trim() !== content) return
      onText('')
      if (replyMode) setMode(undefined)
    },
  })

  const { video, setVideo } = tray
  const composer = (
    <Composer
      label={label}
      placeholder={placeholder}
      text={editing ? editText : text}
      onText={editing ? setEditText : onText}
      disabled={!isOnline && !canStore}
      mode={replyTo && replyTo !== replyMode?.message ? { kind: 'reply', message: replyTo } : mode}
      focusOnMount={focusOnMount}
      isTextOnly={isTextOnly}
      focusCount={focusCount}
      onCancelMode={() => setMode(undefined)}
      onSend={(parts) => {
        if (editing) saveEdit(editing, parts[0] ?? '')
        else {
          const { pictures } = tray
          const [caption = '', ...rest] = parts
          if (pictures.length > 0) sendPictures({ pictures, content: caption, threadId, replyTo })
          else if (caption) sendText({ content: caption, threadId, replyTo })
          for (const content of rest) sendText({ content, threadId })
          onText('')
          tray.clear()
        }
        setMode(undefined)
      }}
      tray={tray}
      onSendVoice={(voice) => {
        sendVoice({ voice, threadId, replyTo })
        setMode(undefined)
      }}
      onEditLast={() => {
        const last = findLastToChange(messages, threadId ?? null, (message) => canEditMessage(message, currentUserId))
        if (last?.isHeld) void undoSend(last)
        else if (last) edit(last)
      }}
    />
  )
  return (
    <>
      {composer}
      {video && (
        <LazyVideoPreview
          file={video}
          onCancel={() => setVideo(undefined)}
          onSend={(checked) => {
            sendVideo({ video: checked, threadId, replyTo })
            setVideo(undefined)
            setMode(undefined)
          }}
        />
      )}
    </>
  )
}

/** Returns true for an own text message that has been sent, and was not forwarded. */
const canEditMessage = (
  { sender, messageType, isForwarded, deletedAt, localState }: ShownMessage,
  currentUserId: string | undefined,
): boolean => sender._id === currentUserId && messageType === 'text' && !isForwarded && !deletedAt && !localState

/** The reactions of the composer to the text of a message that the server refused while it was open. */
type ReturnedTextHandlers = {
  /** Puts the text into the composer, if it is empty. The message keeps its Retry button. */
  onRefuse: (message: UnsentMessage['data']) => void
  /** Removes the text from the composer, if the member has not changed it: the message is sent again. */
  onRetry: (message: UnsentMessage['data']) => void
}

/** Reports the text messages of `unsent` that the server refuses from now on, and every refused one that is sent again. */
function useReturnedText(unsent: readonly UnsentMessage[], { onRefuse, onRetry }: ReturnedTextHandlers): void {
  const known = useRef<ReadonlyMap<string, boolean>>(new Map())
  const report = useEffectEvent((messages: readonly UnsentMessage[]) => {
    const wasRefused = known.current
    known.current = new Map(messages.map(({ id, refusal }) => [id, refusal !== null]))
    for (const { id, refusal, data } of messages) {
      if (data.pictures.length > 0 || data.voice || data.video || data.forwarded) continue
      if (refusal && wasRefused.get(id) === false) onRefuse(data)
      if (!refusal && wasRefused.get(id) === true) onRetry(data)
    }
  })
  useEffect(() => report(unsent), [unsent])
}
