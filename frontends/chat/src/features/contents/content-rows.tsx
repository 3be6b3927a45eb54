import type { MessageView } from '@meadow/contracts/browser'
import type { MessageContent } from '@meadow/contracts/parse-search'
import { formatDuration } from '@meadow/features'
import { IconButton, Time } from '@meadow/ui'
import { MessageSquareText } from 'lucide-react'
import { formatMessageLine } from '../../format/format-preview.ts'
import { t } from '../../texts.ts'
import styles from './contents.module.css'
import { listMessageLinks } from './list-message-links.ts'

type ContentRowsProps = {
  messages: readonly MessageView[]
  has: MessageContent
  onShowMessage: (messageId: string) => void
}

/** The links, recordings or starred messages as rows. A click opens the link, or shows the message. */
export function ContentRows({ messages, has, onShowMessage }: ContentRowsProps) {
  return (
    <ul className={styles['rows']}>
      {messages.map((message) =>
        has === 'link' ? (
          <LinkRows key={message._id} message={message} onShowMessage={onShowMessage} />
        ) : (
          <li key={message._id}>
            <button type="button" className={styles['row']} onClick={() => onShowMessage(message._id)}>
              <RowHead message={message} />
              <span>
                {formatMessageLine(message)}
                {message.voice && ` · ${formatDuration(message.voice.durationMs)}`}
              </span>
            </button>
          </li>
        ),
      )}
    </ul>
  )
}

function LinkRows({ message, onShowMessage }: Pick<ContentRowsProps, 'onShowMessage'> & { message: MessageView }) {
  return listMessageLinks(message).map(({ url, title }) => (
    <li key={url} className={styles['link']}>
      <a className={styles['row']} href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
        <RowHead message={message} />
        <strong>{title}</strong>
        {title !== url && <span dir="ltr">{url}</span>}
      </a>
      <IconButton
        label={t('contents.show')}
        icon={<MessageSquareText aria-hidden="true" />}
        size="s"
        onClick={() => onShowMessage(message._id)}
      />
    </li>
  ))
}

const RowHead = ({ message }: { message: MessageView }) => (
  <>
    <b className="member-text">{message.sender.fullName}</b>
    <Time className={styles['time']} at={message.createdAt} />
  </>
)
