import { Progress } from '@meadow/ui'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { formatMessageLine } from '../../format/format-preview.ts'
import { t } from '../../texts.ts'
import styles from './messages.module.css'
import { PictureMessage } from './picture-message.tsx'

type MessageContentProps = { message: ShownMessage; onShowMessage: ((messageId: string) => void) | undefined }

/** Shows the content of a bubble: the quoted message, and the text or the picture. */
export function MessageContent({ message, onShowMessage: onShow }: MessageContentProps) {
  const { replyTo, progress } = message
  return (
    <>
      {replyTo && <Quote quoted={replyTo} onShow={onShow} />}
      {message.messageType === 'image' ? (
        <PictureMessage message={message} />
      ) : (
        <p className={styles['text']}>{message.content}</p>
      )}
      {message.localState === 'sending' && progress !== undefined && (
        <div className={styles['progress']}>
          <Progress label={t('message.progress')} value={progress} />
        </div>
      )}
    </>
  )
}

type QuotedMessage = NonNullable<ShownMessage['replyTo']>

function Quote({ quoted, onShow }: { quoted: QuotedMessage; onShow: MessageContentProps['onShowMessage'] }) {
  const name = quoted.sender.fullName
  const quotedText = (
    <>
      <b>{name}</b>
      <span>{formatMessageLine(quoted)}</span>
    </>
  )
  if (!onShow) return <div className={styles['quote']}>{quotedText}</div>
  return (
    <button
      type="button"
      className={styles['quote']}
      title={t('message.showQuoted', { name })}
      onClick={() => onShow(quoted._id)}
    >
      {quotedText}
    </button>
  )
}
