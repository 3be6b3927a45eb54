import { t } from '../texts.ts'
import styles from './transcript.module.css'

/** A longer transcript is folded. */
const MAX_OPEN_LENGTH = 160

/** Shows what is said in a recording or video, as its sender typed it. */
export function Transcript({ text }: { text: string }) {
  return (
    <details className={styles['transcript']} open={text.length <= MAX_OPEN_LENGTH}>
      <summary>{t('transcript.label')}</summary>
      <p className="member-text">{text}</p>
    </details>
  )
}
