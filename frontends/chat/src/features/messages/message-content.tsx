import { Progress } from '@meadow/ui'
import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { t } from '../../texts.ts'
import { inWords } from '../../words/preview.ts'
import styles from './messages.module.css'
import { PictureMessage } from './picture-message.tsx'

type MessageContentProps = { message: ShownMessage; onShow: ((messageId: string) => void) | undefined }

/** What is in the bubble: what was quoted, and the words or the picture. */
export function MessageContent({ message, onShow }: MessageContentProps) {
  const { replyTo, progress } = message
  return (
    <>
      {replyTo && <Quote quoted={replyTo} onShow={onShow} />}
      {message.messageType === 'image' ? (
        <PictureMessage message={message} />
      ) : (
        <p className={styles['text']}>{message.content}</p>
      )}
      {message.local === 'sending' && progress !== undefined && (
        <div className={styles['progress']}>
          <Progress label={t('message.progress')} value={progress} />
        </div>
      )}
    </>
  )
}

type Quoted = NonNullable<ShownMessage['replyTo']>

function Quote({ quoted, onShow }: { quoted: Quoted; onShow: MessageContentProps['onShow'] }) {
  const name = quoted.sender.fullName
  const words = (
    <>
      <b>{name}</b>
      <span>{inWords(quoted)}</span>
    </>
  )
  if (!onShow) return <div className={styles['quote']}>{words}</div>
  return (
    <button
      type="button"
      className={styles['quote']}
      title={t('message.showQuoted', { name })}
      onClick={() => onShow(quoted._id)}
    >
      {words}
    </button>
  )
}
